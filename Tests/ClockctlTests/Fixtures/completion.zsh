#compdef clockctl

__clockctl_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__clockctl_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __clockctl_complete "${completions[@]:0:-1}"
    fi
}

__clockctl_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_clockctl() {
    emulate -RL zsh -G
    setopt extendedglob nullglob numericglobsort
    unsetopt aliases banghist

    local -xr SAP_SHELL=zsh
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(builtin emulate zsh -c 'printf %s "${ZSH_VERSION}"')"
    local -r SAP_SHELL_VERSION

    local context state state_descr line
    local -A opt_args

    local -r command_name="${words[1]}"
    local -ar command_line=("${words[@]}")
    local -ir current_word_index="$((CURRENT - 1))"

    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'status:Show the site at a glance.'
            'watch:Show the site live, with a clock.'
            'next:Show what rings, speaks and plays next, and why then.'
            'history:Show what became of every quarter hour, alarm, timer and played sound, newest first.'
            'changes:Follow what people define and change, as it happens.'
            'doctor:Look for what keeps the clocks from speaking, and say what to do.'
            'preflight:Will it ring tonight? Check all that stands between an alarm and the ear.'
            'slo:Show how well each room kept to time, week by week.'
            'notify:Show messages to people that wait, or try out the way to them.'
            'alarm:Set alarms, and stop or snooze what rings.'
            'timer:Count down, several at once, and ring.'
            'stopwatch:Count up, with laps.'
            'holidays:Keep calendars of days on which alarms shall not ring.'
            'announce:Have nodes say the time now.'
            'say:Have a text spoken in rooms, everywhere at the same instant.'
            'play:Have a sound file heard in rooms, everywhere at the same instant.'
            'cancel:Take back what was to be said or played.'
            'set:Change settings of one node or several.'
            'wake:Send the next quarter hour'\''s wake message now.'
            'node:List, show, rename, group and remove nodes.'
            'trainer:Practise reading words, which a node says on demand.'
            'backup:Copy the coordinator'\''s store to a file.'
            'restore:Put a copy of the coordinator'\''s store in its place.'
            'store:Move the coordinator'\''s store into a database, or out of it.'
            'adopt:Take over what rooms hold of another coordinator'\''s store.'
            'export:Write alarms, rooms'\'' settings, groups and holidays as YAML or JSON.'
            'import:Give the site what an exported file says.'
            'provision:Pack what a machine needs to belong to the site: configuration, certificate, key.'
            'pki:Make, renew and revoke the certificates by which a site'\''s programs know each other.'
            'web:Say who may log in to the web page.'
            'voice:Make, check and hear voice packs, and put them on nodes.'
            'calibrate:Make rooms sound at the same instant where an output is heard late.'
            'render:Write what a node would play to a WAV file.'
            'completions:Print a completion script for a shell.'
            'man:Print the manual page.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        status|watch|next|history|changes|doctor|preflight|slo|notify|alarm|timer|stopwatch|holidays|announce|say|play|cancel|set|wake|node|trainer|backup|restore|store|adopt|export|import|provision|pki|web|voice|calibrate|render|completions|man|help)
            "_clockctl_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_status() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion status -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion status -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--trouble[Only rooms that are not as they should be.]'
        '--all[All rooms, however many there are.]'
        '--all-sites[A line for each site of the installation.]'
        '--local[Ask the node of this machine, without broker and coordinator.]'
        '--socket[Its local socket, where this machine has several nodes; as --local.]:file:_files'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_watch() {
    local -i ret=1
    local -ar arg_specs=(
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_next() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion next -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion next -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--count[So many rings and so many announcements, 1 to 100.]:count:'
        '--explain[Tell why then, and why not.]'
        '--from[Look ahead from this instant.]:from:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_history() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion history -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion history -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--since[Only from this time on.]:since:'
        '--limit[At most so many lines, 1 to 100000; 40 unless --since is given.]:lines:'
        '--why[Tell the reason of every line that has one.]'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_changes() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_doctor() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_preflight() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion preflight -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion preflight -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--within[How far ahead to look, up to 14 days; 24h unless set.]:time:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_slo() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion slo -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion slo -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--weeks[So many weeks, 1 to 53.]:weeks:'
        '--within[How far from its instant is on time, 0.001 to 60000 milliseconds.]:ms:'
        '--objective[The share that is to be on time, 50 to 99.999 percent.]:percent:'
        '--html[Write a page that can be printed, in place of the table.]:file:_files -g '\''*.html'\'''
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_notify() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:Show messages that wait to be sent.'
            'test:Send a message that tries out the way to people.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|test)
            "_clockctl_notify_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_notify_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_notify_test() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the alarms.'
            'show:Show all there is to know of alarms.'
            'add:Set an alarm.'
            'edit:Change alarms.'
            'rm:Remove alarms.'
            'on:Switch alarms on.'
            'off:Switch alarms off, and keep them.'
            'skip:Leave out an alarm'\''s next time.'
            'pause:Leave out all times of alarms from one date to another.'
            'snooze:Snooze what rings, in all its rooms.'
            'stop:Stop what rings or is snoozed, in all its rooms.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|show|add|edit|rm|on|off|skip|pause|snooze|stop)
            "_clockctl_alarm_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_alarm_list() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion alarm list -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion alarm list -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_show() {
    local -i ret=1
    local -ar arg_specs=(
        '*:alarm:{__clockctl_custom_complete ---completion alarm show -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_add() {
    local -i ret=1
    local -ar arg_specs=(
        ':time:'
        '--days[Every week on these\: mon-fri, weekends, daily, mon,wed,fri.]:days:'
        '--date[Once, on this date\: 2026-12-24, tomorrow.]:date:'
        '--once[Once, the next time it is that time.]'
        '--label[What people call it, 0 to 64 characters.]:text:'
        '(--room --node)'{--room,--node}'[Where it rings\: rooms and groups, up to the next option.]:room:{__clockctl_custom_complete ---completion alarm add -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--group[Where it rings\: groups alone.]:group:{__clockctl_custom_complete ---completion alarm add -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--zone[Zone of its time, such as Europe/Berlin; node\: the node'\''s own.]:zone:'
        '--sound[harp, bells, marimba, beeps, buzzer, siren, or the name of a file in the node'\''s sounds folder.]:name:{__clockctl_custom_complete ---completion alarm add -- --sound "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--volume[Its own volume, 0-100; node\: the node'\''s.]:percent:'
        '--ramp[Rise from quiet over this time, up to 15m; 0 for none.]:time:'
        '--snooze[How long a snooze is, 1m to 60m, or off; 9m unless set.]:time:'
        '--limit[It stops by itself after ringing so long, 1m to 3h; 10m unless set.]:time:'
        '--misfire[How late it may begin to ring, 1m to 24h, or report for never; 30m unless set.]:time:'
        '--holidays[Not on the days of these holiday calendars; none for all days.]:name:{__clockctl_custom_complete ---completion alarm add -- --holidays "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--except[Not on these days\: 2026-12-24..2026-12-26; several with commas between; none takes them back.]:dates:'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_edit() {
    local -i ret=1
    local -ar arg_specs=(
        '*:words:{__clockctl_custom_complete ---completion alarm edit -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--days[Every week on these\: mon-fri, weekends, daily, mon,wed,fri.]:days:'
        '--date[Once, on this date\: 2026-12-24, tomorrow.]:date:'
        '--once[Once, the next time it is that time.]'
        '--label[What people call it, 0 to 64 characters.]:text:'
        '(--room --node)'{--room,--node}'[Where it rings\: rooms and groups, up to the next option.]:room:{__clockctl_custom_complete ---completion alarm edit -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--group[Where it rings\: groups alone.]:group:{__clockctl_custom_complete ---completion alarm edit -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--zone[Zone of its time, such as Europe/Berlin; node\: the node'\''s own.]:zone:'
        '--sound[harp, bells, marimba, beeps, buzzer, siren, or the name of a file in the node'\''s sounds folder.]:name:{__clockctl_custom_complete ---completion alarm edit -- --sound "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--volume[Its own volume, 0-100; node\: the node'\''s.]:percent:'
        '--ramp[Rise from quiet over this time, up to 15m; 0 for none.]:time:'
        '--snooze[How long a snooze is, 1m to 60m, or off; 9m unless set.]:time:'
        '--limit[It stops by itself after ringing so long, 1m to 3h; 10m unless set.]:time:'
        '--misfire[How late it may begin to ring, 1m to 24h, or report for never; 30m unless set.]:time:'
        '--holidays[Not on the days of these holiday calendars; none for all days.]:name:{__clockctl_custom_complete ---completion alarm edit -- --holidays "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--except[Not on these days\: 2026-12-24..2026-12-26; several with commas between; none takes them back.]:dates:'
        '--revision[Only if this is its revision, as alarm show tells it; for programs.]:number:'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:alarm:{__clockctl_custom_complete ---completion alarm rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--used[All that were for one time, which is over.]'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_on() {
    local -i ret=1
    local -ar arg_specs=(
        '*:alarm:{__clockctl_custom_complete ---completion alarm on -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_off() {
    local -i ret=1
    local -ar arg_specs=(
        '*:alarm:{__clockctl_custom_complete ---completion alarm off -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_skip() {
    local -i ret=1
    local -ar arg_specs=(
        '*:alarm:{__clockctl_custom_complete ---completion alarm skip -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--undo[Take back the skips that are still to come.]'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_pause() {
    local -i ret=1
    local -ar arg_specs=(
        '*:words:{__clockctl_custom_complete ---completion alarm pause -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_snooze() {
    local -i ret=1
    local -ar arg_specs=(
        '*:what:{__clockctl_custom_complete ---completion alarm snooze -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Everything that rings and can be snoozed.]'
        '--local[Ask the node of this machine, without broker and coordinator.]'
        '--socket[Its local socket, where this machine has several nodes; as --local.]:file:_files'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_alarm_stop() {
    local -i ret=1
    local -ar arg_specs=(
        '*:what:{__clockctl_custom_complete ---completion alarm stop -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Everything that rings or is snoozed.]'
        '--local[Ask the node of this machine, without broker and coordinator.]'
        '--socket[Its local socket, where this machine has several nodes; as --local.]:file:_files'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'start:Start a timer.'
            'list:List the timers with what is left of them.'
            'pause:Hold a timer.'
            'resume:Let a timer that was held go on.'
            'add:Give timers more time.'
            'rm:Remove timers, running, held or ringing.'
            'stop:Silence timers that ring, in all their rooms.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        start|list|pause|resume|add|rm|stop)
            "_clockctl_timer_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_timer_start() {
    local -i ret=1
    local -ar arg_specs=(
        ':time:'
        ':name:'
        '(--room --node)'{--room,--node}'[Where it rings\: rooms and groups, up to the next option.]:room:{__clockctl_custom_complete ---completion timer start -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--group[Where it rings\: groups alone.]:group:{__clockctl_custom_complete ---completion timer start -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--sound[harp, bells, marimba, beeps (unless set), buzzer, siren, or the name of a file in the node'\''s sounds folder.]:name:{__clockctl_custom_complete ---completion timer start -- --sound "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--volume[Its own volume, 0-100; the node'\''s unless set.]:percent:'
        '--limit[It stops by itself after ringing so long, 1m to 3h; 10m unless set.]:time:'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer_list() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion timer list -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion timer list -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer_pause() {
    local -i ret=1
    local -ar arg_specs=(
        '*:timer:{__clockctl_custom_complete ---completion timer pause -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer_resume() {
    local -i ret=1
    local -ar arg_specs=(
        '*:timer:{__clockctl_custom_complete ---completion timer resume -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer_add() {
    local -i ret=1
    local -ar arg_specs=(
        '*:words:{__clockctl_custom_complete ---completion timer add -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:timer:{__clockctl_custom_complete ---completion timer rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_timer_stop() {
    local -i ret=1
    local -ar arg_specs=(
        '*:timer:{__clockctl_custom_complete ---completion timer stop -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every timer that rings.]'
        '--local[Ask the node of this machine, without broker and coordinator.]'
        '--socket[Its local socket, where this machine has several nodes; as --local.]:file:_files'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the stopwatches with what they show.'
            'show:Show what a stopwatch shows, and its laps.'
            'start:Start a new stopwatch.'
            'lap:Note a lap.'
            'stop:Hold a stopwatch.'
            'resume:Let a stopwatch that was held go on.'
            'reset:Put a stopwatch back to zero, stopped and without laps.'
            'rm:Remove a stopwatch.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|show|start|lap|stop|resume|reset|rm)
            "_clockctl_stopwatch_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_stopwatch_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_show() {
    local -i ret=1
    local -ar arg_specs=(
        '*:stopwatch:{__clockctl_custom_complete ---completion stopwatch show -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_start() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_lap() {
    local -i ret=1
    local -ar arg_specs=(
        '*:stopwatch:{__clockctl_custom_complete ---completion stopwatch lap -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_stop() {
    local -i ret=1
    local -ar arg_specs=(
        '*:stopwatch:{__clockctl_custom_complete ---completion stopwatch stop -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_resume() {
    local -i ret=1
    local -ar arg_specs=(
        '*:stopwatch:{__clockctl_custom_complete ---completion stopwatch resume -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_reset() {
    local -i ret=1
    local -ar arg_specs=(
        '*:stopwatch:{__clockctl_custom_complete ---completion stopwatch reset -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_stopwatch_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:stopwatch:{__clockctl_custom_complete ---completion stopwatch rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_holidays() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the holiday calendars.'
            'show:Show the days of holiday calendars.'
            'import:Take the days of an iCalendar file.'
            'rm:Remove holiday calendars.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|show|import|rm)
            "_clockctl_holidays_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_holidays_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_holidays_show() {
    local -i ret=1
    local -ar arg_specs=(
        '*:name:{__clockctl_custom_complete ---completion holidays show -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_holidays_import() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files -g '\''*.ics'\'''
        '--name[What alarms call the calendar.]:name:'
        '--busy[Take events with a time of day, too\: their days are holidays.]'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_holidays_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:name:{__clockctl_custom_complete ---completion holidays rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_announce() {
    local -i ret=1
    local -ar arg_specs=(
        '*:node:{__clockctl_custom_complete ---completion announce -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that is online, as without a name.]'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion announce -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_say() {
    local -i ret=1
    local -ar arg_specs=(
        '*:words:{__clockctl_custom_complete ---completion say -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion say -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--group[All nodes of a group.]:group:{__clockctl_custom_complete ---completion say -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that is online.]'
        '--at[When it begins, within a day\: 18\:00, 18\:00\:30, "tomorrow 7\:00", 2026-11-21T18\:00\:00Z.]:time:'
        '--volume[Its own volume, 0-100; each node'\''s unless set.]:percent:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_play() {
    local -i ret=1
    local -ar arg_specs=(
        '*:words:{__clockctl_custom_complete ---completion play -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion play -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--group[All nodes of a group.]:group:{__clockctl_custom_complete ---completion play -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that is online.]'
        '--at[When it begins, within a day\: 18\:00, 18\:00\:30, "tomorrow 7\:00", 2026-11-21T18\:00\:00Z.]:time:'
        '--volume[Its own volume, 0-100; each node'\''s unless set.]:percent:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_cancel() {
    local -i ret=1
    local -ar arg_specs=(
        '*:id:{__clockctl_custom_complete ---completion cancel -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_set() {
    local -i ret=1
    local -ar arg_specs=(
        '*:words:{__clockctl_custom_complete ---completion set -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node of the site.]'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion set -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_wake() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the site'\''s nodes with what they are.'
            'show:Show nodes: settings, clock, output, and the outputs a node could play on.'
            'rename:Give a node'\''s room another name for people.'
            'group:Give nodes a common name, for alarms and timers.'
            'rm:Remove nodes, their settings and their history.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|show|rename|group|rm)
            "_clockctl_node_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_node_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_show() {
    local -i ret=1
    local -ar arg_specs=(
        '*:node:{__clockctl_custom_complete ---completion node show -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_rename() {
    local -i ret=1
    local -ar arg_specs=(
        ':node:{__clockctl_custom_complete ---completion node rename -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        ':room:'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_group() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the groups with their nodes.'
            'add:Make a group, or put nodes into one.'
            'rm:Take nodes out of a group, or the group away.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|add|rm)
            "_clockctl_node_group_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_node_group_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_group_add() {
    local -i ret=1
    local -ar arg_specs=(
        ':group:{__clockctl_custom_complete ---completion node group add -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*:node:{__clockctl_custom_complete ---completion node group add -- positional@1 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion node group add -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_group_rm() {
    local -i ret=1
    local -ar arg_specs=(
        ':group:{__clockctl_custom_complete ---completion node group rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*:node:{__clockctl_custom_complete ---completion node group rm -- positional@1 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion node group rm -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:node:{__clockctl_custom_complete ---completion node rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--yes[Do not ask.]'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_trainer() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'practise:Practise a list; the command itself without another word.'
            'report:Show what learners have made of their words.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        practise|report)
            "_clockctl_trainer_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_trainer_practise() {
    local -i ret=1
    local -ar arg_specs=(
        ':list:{__clockctl_custom_complete ---completion trainer practise -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Where words are heard.]:room:{__clockctl_custom_complete ---completion trainer practise -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--learner[Whose scores; the user'\''s name unless set.]:name:'
        '--count[Words of this sitting at most.]:words:'
        '--volume[How loud, 0-100; the node'\''s volume unless set.]:percent:'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_trainer_report() {
    local -i ret=1
    local -ar arg_specs=(
        '--learner[Only this learner.]:name:'
        '--list[Only this list.]:list:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_backup() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files'
        '--force[Replace a file that is there.]'
        '--follow[Copy again whenever the store has changed. Replaces a file that is there.]'
        '--config[The coordinator'\''s configuration.]:file:_files'
        '--state-directory[The coordinator'\''s state folder.]:folder:_files -/'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_restore() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files'
        '--config[The coordinator'\''s configuration.]:file:_files'
        '--state-directory[The coordinator'\''s state folder.]:folder:_files -/'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_store() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'copy:Copy the store to another place.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        copy)
            "_clockctl_store_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_store_copy() {
    local -i ret=1
    local -ar arg_specs=(
        ':to:'
        '--from[What is copied; the configured store unless set.]:store:'
        '--config[The coordinator'\''s configuration.]:file:_files'
        '--state-directory[The coordinator'\''s state folder.]:folder:_files -/'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_adopt() {
    local -i ret=1
    local -ar arg_specs=(
        ':store:'
        '--replace[Give the rooms what this coordinator has instead.]'
        '--yes[Do not ask.]'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_export() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files'
        '--force[Replace a file that is there.]'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_import() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files -g '\''*.yaml'\'''
        '--dry-run[Show what would change, and change nothing.]'
        '--wait[Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_provision() {
    local -i ret=1
    local -ar ___role=('viewer' 'member' 'admin')
    local -ar arg_specs=(
        '*:name:'
        '*--instance[A node that runs as clock-node@NODE, beside others on its machine; can be repeated.]:node:'
        '--role[For a person who has no certificate\: viewer, member or admin.]:role:{__clockctl_complete "${___role[@]}"}'
        '*--broker[The MQTT broker'\''s address; the first name in its certificate unless set. Can be repeated, up to 4, in the order of broker.hosts.]:host\[\:port\]:'
        '--out[Where the bundle goes, NAME.tar unless set; - is the output.]:file:_files'
        '--renewal[Leave out configurations, so that the machine'\''s own stay.]'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'init:Make a site'\''s authority.'
            'issue:Make a key and a certificate for it.'
            'list:List what the site'\''s authority has signed, and when it ends.'
            'renew:Make new keys and certificates for what is in use.'
            'revoke:Have certificates count no more.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        init|issue|list|renew|revoke)
            "_clockctl_pki_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_pki_init() {
    local -i ret=1
    local -ar arg_specs=(
        '--days[How long the authority is valid, 3650 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_issue() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'node:For a node: it may speak under its own id alone.'
            'coordinator:For the site'\''s coordinator.'
            'broker:For the MQTT broker, under every name and address that programs call it by.'
            'client:For a person, or a program of theirs.'
            'homeassistant:For Home Assistant: it may see and wish what it is shown.'
            'web:For the web page, under every name and address that browsers call it by.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        node|coordinator|broker|client|homeassistant|web)
            "_clockctl_pki_issue_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_pki_issue_node() {
    local -i ret=1
    local -ar arg_specs=(
        ':node:'
        '--days[How long it is valid, 730 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_issue_coordinator() {
    local -i ret=1
    local -ar arg_specs=(
        '--days[How long it is valid, 730 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_issue_broker() {
    local -i ret=1
    local -ar arg_specs=(
        '*:host:'
        '--days[How long it is valid, 730 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_issue_client() {
    local -i ret=1
    local -ar ___role=('viewer' 'member' 'admin')
    local -ar arg_specs=(
        ':name:'
        '--role[viewer, member or admin.]:role:{__clockctl_complete "${___role[@]}"}'
        '--days[How long it is valid, 730 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_issue_homeassistant() {
    local -i ret=1
    local -ar arg_specs=(
        '--days[How long it is valid, 730 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_issue_web() {
    local -i ret=1
    local -ar arg_specs=(
        '*:host:'
        '--days[How long it is valid, 730 unless set.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_renew() {
    local -i ret=1
    local -ar arg_specs=(
        '*:name:'
        '--expiring[Everything that ends within 30 days or has ended.]'
        '--authority[The authority'\''s own certificate.]'
        '--days[How long it is valid, 730 unless set, the authority'\''s 3650.]:days:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_pki_revoke() {
    local -i ret=1
    local -ar arg_specs=(
        '*:name:'
        '--site[The site, home unless set.]:name:'
        '--dir[The authority'\''s folder, ~/.config/clocksmith/pki/SITE unless set.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_web() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'user:The accounts of the web page.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        user)
            "_clockctl_web_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_web_user() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'add:Make an account.'
            'list:List the accounts.'
            'password:Give an account another password.'
            'role:Give an account another role.'
            'rm:Remove accounts.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        add|list|password|role|rm)
            "_clockctl_web_user_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_web_user_add() {
    local -i ret=1
    local -ar ___role=('viewer' 'member')
    local -ar arg_specs=(
        ':name:'
        '--role[What it may do.]:role:{__clockctl_complete "${___role[@]}"}'
        '--accounts[File of the accounts.]:file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_web_user_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--accounts[File of the accounts.]:file:_files'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_web_user_password() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:'
        '--accounts[File of the accounts.]:file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_web_user_role() {
    local -i ret=1
    local -ar _role=('viewer' 'member')
    local -ar arg_specs=(
        ':name:'
        ':role:{__clockctl_complete "${_role[@]}"}'
        '--accounts[File of the accounts.]:file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_web_user_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:name:'
        '--accounts[File of the accounts.]:file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the voice packs on this machine.'
            'show:Show a voice pack: its words, how it tells the time, its licence.'
            'build:Have a speech engine speak a pack or a list of words.'
            'import:Make a pack of your own recordings.'
            'record:Record a pack, word by word, at a microphone.'
            'lint:Check a voice pack.'
            'say:Say a time, a date or a duration with a pack: to a file, here, or in rooms.'
            'play:Play words of a pack, here or in rooms.'
            'rm:Remove voice packs from this machine.'
            'push:Put a voice pack on nodes.'
            'withdraw:Take a pushed voice pack away from nodes again.'
            'nodes:List the voices that nodes have.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|show|build|import|record|lint|say|play|rm|push|withdraw|nodes)
            "_clockctl_voice_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_clockctl_voice_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_show() {
    local -i ret=1
    local -ar arg_specs=(
        ':pack:{__clockctl_custom_complete ---completion voice show -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_build() {
    local -i ret=1
    local -ar ___engine=('espeak-ng' 'flite' 'piper' 'festival')
    local -ar ___format=('wav' 'caf' 'aiff' 'flac')
    local -ar arg_specs=(
        ':pack or list:{__clockctl_custom_complete ---completion voice build -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--engine[espeak-ng, flite, piper, festival, or command\:"program {text} {file}".]:engine:{__clockctl_complete "${___engine[@]}"}'
        '--voice[The engine'\''s own name of a voice; the pack'\''s unless set.]:voice:'
        '--replace[Replace clips from elsewhere too.]'
        '--out[Folder of the pack that is made; among your packs unless set.]:folder:_files -/'
        '--format[wav, caf, aiff or flac; the pack'\''s unless set.]:format:{__clockctl_complete "${___format[@]}"}'
        '--rate[Frames per second; the pack'\''s unless set, 44100 for a list.]:hertz:'
        '--language[Language of a list, such as en or pt-BR.]:tag:'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_import() {
    local -i ret=1
    local -ar ___format=('wav' 'caf' 'aiff' 'flac')
    local -ar arg_specs=(
        ':recordings:_files'
        '--as[The pack.]:pack:{__clockctl_custom_complete ---completion voice import -- --as "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--list[A file of the words, in the take'\''s order.]:list:_files'
        '--out[Folder of the pack that is made; among your packs unless set.]:folder:_files -/'
        '--format[wav, caf, aiff or flac; the pack'\''s unless set.]:format:{__clockctl_complete "${___format[@]}"}'
        '--rate[Frames per second; the pack'\''s unless set, 44100 for a list.]:hertz:'
        '--language[Language of a list, such as en or pt-BR.]:tag:'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_record() {
    local -i ret=1
    local -ar arg_specs=(
        ':pack:{__clockctl_custom_complete ---completion voice record -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--device[ALSA microphone, default unless set.]:device:'
        '--list[A file of words, for a pack that is not there yet.]:list:_files'
        '--all[Record the words that have a clip too.]'
        '--out[Folder of the pack that is made; among your packs unless set.]:folder:_files -/'
        '--language[Language of a list, such as en or pt-BR.]:tag:'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_lint() {
    local -i ret=1
    local -ar arg_specs=(
        ':pack:{__clockctl_custom_complete ---completion voice lint -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_say() {
    local -i ret=1
    local -ar arg_specs=(
        ':what:'
        '--pack[The pack'\''s name or folder; english unless set.]:pack:{__clockctl_custom_complete ---completion voice say -- --pack "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--out -o)'{--out,-o}'[Write a WAV file instead of playing.]:file:_files'
        '--words[Only print the words.]'
        '(--room --node)'{--room,--node}'[Rooms that hear it, in place of this machine.]:room:{__clockctl_custom_complete ---completion voice say -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--group[All nodes of a group.]:group:{__clockctl_custom_complete ---completion voice say -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that is online.]'
        '--at[When it begins, within a day\: 18\:00, 18\:00\:30, "tomorrow 7\:00", 2026-11-21T18\:00\:00Z.]:time:'
        '--volume[Its own volume, 0-100; each node'\''s unless set.]:percent:'
        '--device[ALSA output of this machine, default unless set.]:device:'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_play() {
    local -i ret=1
    local -ar arg_specs=(
        ':pack:{__clockctl_custom_complete ---completion voice play -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*:clip:'
        '(--room --node)'{--room,--node}'[Rooms that hear it, in place of this machine.]:room:{__clockctl_custom_complete ---completion voice play -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--group[All nodes of a group.]:group:{__clockctl_custom_complete ---completion voice play -- --group "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that is online.]'
        '--at[When it begins, within a day\: 18\:00, 18\:00\:30, "tomorrow 7\:00", 2026-11-21T18\:00\:00Z.]:time:'
        '--volume[Its own volume, 0-100; each node'\''s unless set.]:percent:'
        '--device[ALSA output of this machine, default unless set.]:device:'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_rm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:pack:{__clockctl_custom_complete ---completion voice rm -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--yes[Do not ask.]'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_push() {
    local -i ret=1
    local -ar arg_specs=(
        ':pack:{__clockctl_custom_complete ---completion voice push -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*:node:{__clockctl_custom_complete ---completion voice push -- positional@1 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node of the site.]'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion voice push -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--voices[Folder of voice packs, in place of the usual ones.]:folder:_files -/'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_withdraw() {
    local -i ret=1
    local -ar arg_specs=(
        ':pack:'
        '*:node:{__clockctl_custom_complete ---completion voice withdraw -- positional@1 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that has it.]'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion voice withdraw -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_voice_nodes() {
    local -i ret=1
    local -ar arg_specs=(
        '*:room:{__clockctl_custom_complete ---completion voice nodes -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion voice nodes -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_calibrate() {
    local -i ret=1
    local -ar arg_specs=(
        '*:node:{__clockctl_custom_complete ---completion calibrate -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '(--room --node)'{--room,--node}'[Rooms and groups, up to the next option; as without it.]:room:{__clockctl_custom_complete ---completion calibrate -- --room "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '--all[Every node that is online.]'
        '--recording[The recording that was made while the rooms clicked.]:file:_files'
        '--reference[The room that the others are fitted to; the earliest unless said.]:node:{__clockctl_custom_complete ---completion calibrate -- --reference "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
        '*--distance[How far a room'\''s speaker is from the microphone.]:node=2.5m:'
        '--apply[Set the trims that were found.]'
        '--by-ear[Have two rooms click together, once a second.]'
        '--nudge[Change the room'\''s trim by this first; + is earlier, - is later.]:+5ms:'
        '--volume[How loud, in place of each node'\''s own volume, 0-100.]:percent:'
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--as[Who asks, for others to see; your user and computer unless set.]:name:'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_render() {
    local -i ret=1
    local -ar ___chime=('none' 'strike' 'count' 'westminster')
    local -ar ___ring=('harp' 'bells' 'marimba' 'beeps' 'buzzer' 'siren')
    local -ar arg_specs=(
        ':file:_files'
        '--at[The time that is announced.]:time:'
        '--zone[Zone of the time, such as Europe/Berlin; this machine'\''s unless set.]:zone:'
        '--chime[none, strike, count, westminster, or an own one; strike unless set.]:chime:{__clockctl_complete "${___chime[@]}"}'
        '--voice[The voice pack; english unless set.]:voice:'
        '--voices[Folder of voice packs, chimes and sounds, in place of the usual ones.]:folder:_files -/'
        '--volume[The node'\''s volume, 0 to 100; 80 unless set.]:percent:'
        '--ring[An alarm'\''s sound, built in or a file in the folder sounds.]:sound:{__clockctl_complete "${___ring[@]}"}'
        '--seconds[How long it rings, 1 to 600; 10 unless set.]:seconds:'
        '--plot[Draw the waveform to this SVG file too.]:file:_files'
        '--json[Print JSON instead of text.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_completions() {
    local -i ret=1
    local -ar _shell=('bash' 'zsh' 'fish')
    local -ar arg_specs=(
        ':shell:{__clockctl_complete "${_shell[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_man() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _clockctl ]]; then
    _clockctl "${@}"
else
    compdef _clockctl clockctl
fi
