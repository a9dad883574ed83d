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
            'history:Show what became of every quarter hour, newest first.'
            'doctor:Look for what keeps the clocks from speaking, and say what to do.'
            'announce:Have nodes say the time now.'
            'set:Change settings of one node or several.'
            'wake:Send the next quarter hour'\''s wake message now.'
            'node:List, rename and forget nodes.'
            'completions:Print a completion script for a shell.'
            'man:Print the manual page.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        status|watch|history|doctor|announce|set|wake|node|completions|man|help)
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
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
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
        '--node[Only this node'\''s.]:node:{__clockctl_custom_complete ---completion history -- --node "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
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
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
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
        '--json[Print JSON instead of text.]'
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
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
            'rename:Give a node'\''s room another name for people.'
            'forget:Remove a node, its settings and its history.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|rename|forget)
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
        '--broker[The MQTT broker'\''s address, 127.0.0.1 unless set.]:host\[\:port\]:'
        '--site[The site, home unless set.]:name:'
        '--config[Configuration file to read instead of the usual ones.]:file:_files -g '\''*.yaml *.yml'\'''
        '--username[User name at the broker.]:name:'
        '--password-file[File with the password at the broker.]:file:_files'
        '--tls-ca[PEM file of the authority that signed the broker'\''s certificate; turns TLS on.]:file:_files'
        '--tls-certificate[PEM file of this client'\''s certificate.]:file:_files'
        '--tls-key[PEM file of the certificate'\''s private key.]:file:_files'
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_clockctl_node_forget() {
    local -i ret=1
    local -ar arg_specs=(
        ':node:{__clockctl_custom_complete ---completion node forget -- positional@0 "${current_word_index}" "$(__clockctl_cursor_index_in_current_word)"}'
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
        '--timeout[How long to wait for an answer, 0.1 to 300.]:seconds:'
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
