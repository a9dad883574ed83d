#!/bin/bash

__clockctl_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__clockctl_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__clockctl_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__clockctl_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_clockctl() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    status|watch|next|history|changes|doctor|preflight|slo|notify|alarm|timer|stopwatch|holidays|announce|say|play|cancel|set|wake|node|trainer|backup|restore|store|adopt|export|import|provision|pki|web|voice|calibrate|render|completions|man|help)
        # Offer subcommand argument completions
        "_clockctl_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'status watch next history changes doctor preflight slo notify alarm timer stopwatch holidays announce say play cancel set wake node trainer backup restore store adopt export import provision pki web voice calibrate render completions man help' -- "${cur}"))
        ;;
    esac
}

_clockctl_status() {
    repeating_flags=()
    non_repeating_flags=(--trouble --all --all-sites --local --json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--socket --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion status -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        __clockctl_add_completions -f
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion status -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_watch() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_next() {
    repeating_flags=()
    non_repeating_flags=(--explain --json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--count --from --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion next -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--count')
        return
        ;;
    '--from')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion next -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_history() {
    repeating_flags=()
    non_repeating_flags=(--why --json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--since --limit --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion history -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--since')
        return
        ;;
    '--limit')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion history -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_changes() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_doctor() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_preflight() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--within --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion preflight -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--within')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion preflight -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_slo() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--weeks --within --objective --html --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion slo -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--weeks')
        return
        ;;
    '--within')
        return
        ;;
    '--objective')
        return
        ;;
    '--html')
        __clockctl_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion slo -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_notify() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|test)
        # Offer subcommand argument completions
        "_clockctl_notify_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list test' -- "${cur}"))
        ;;
    esac
}

_clockctl_notify_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_notify_test() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_alarm() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|add|edit|rm|on|off|skip|pause|snooze|stop)
        # Offer subcommand argument completions
        "_clockctl_alarm_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show add edit rm on off skip pause snooze stop' -- "${cur}"))
        ;;
    esac
}

_clockctl_alarm_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm list -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm list -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm show -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_add() {
    repeating_flags=()
    non_repeating_flags=(--once --json --wait --version -h --help)
    repeating_options=(--room --node --group --holidays --except)
    non_repeating_options=(--days --date --label --zone --sound --volume --ramp --snooze --limit --misfire --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--date')
        return
        ;;
    '--label')
        return
        ;;
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm add -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm add -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--zone')
        return
        ;;
    '--sound')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm add -- --sound "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--volume')
        return
        ;;
    '--ramp')
        return
        ;;
    '--snooze')
        return
        ;;
    '--limit')
        return
        ;;
    '--misfire')
        return
        ;;
    '--holidays')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm add -- --holidays "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--except')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_alarm_edit() {
    repeating_flags=()
    non_repeating_flags=(--once --json --wait --version -h --help)
    repeating_options=(--room --node --group --holidays --except)
    non_repeating_options=(--days --date --label --zone --sound --volume --ramp --snooze --limit --misfire --revision --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--date')
        return
        ;;
    '--label')
        return
        ;;
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm edit -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm edit -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--zone')
        return
        ;;
    '--sound')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm edit -- --sound "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--volume')
        return
        ;;
    '--ramp')
        return
        ;;
    '--snooze')
        return
        ;;
    '--limit')
        return
        ;;
    '--misfire')
        return
        ;;
    '--holidays')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm edit -- --holidays "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--except')
        return
        ;;
    '--revision')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm edit -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_rm() {
    repeating_flags=()
    non_repeating_flags=(--used --json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_on() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm on -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_off() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm off -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_skip() {
    repeating_flags=()
    non_repeating_flags=(--undo --json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm skip -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_pause() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm pause -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_snooze() {
    repeating_flags=()
    non_repeating_flags=(--all --local --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __clockctl_add_completions -f
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm snooze -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_alarm_stop() {
    repeating_flags=()
    non_repeating_flags=(--all --local --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __clockctl_add_completions -f
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion alarm stop -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_timer() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    start|list|pause|resume|add|rm|stop)
        # Offer subcommand argument completions
        "_clockctl_timer_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'start list pause resume add rm stop' -- "${cur}"))
        ;;
    esac
}

_clockctl_timer_start() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=(--room --node --group)
    non_repeating_options=(--sound --volume --limit --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer start -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer start -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--sound')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer start -- --sound "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--volume')
        return
        ;;
    '--limit')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_timer_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer list -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer list -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_timer_pause() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer pause -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_timer_resume() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer resume -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_timer_add() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer add -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_timer_rm() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_timer_stop() {
    repeating_flags=()
    non_repeating_flags=(--all --local --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __clockctl_add_completions -f
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion timer stop -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_stopwatch() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|start|lap|stop|resume|reset|rm)
        # Offer subcommand argument completions
        "_clockctl_stopwatch_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show start lap stop resume reset rm' -- "${cur}"))
        ;;
    esac
}

_clockctl_stopwatch_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_stopwatch_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion stopwatch show -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_stopwatch_start() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_stopwatch_lap() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion stopwatch lap -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_stopwatch_stop() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion stopwatch stop -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_stopwatch_resume() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion stopwatch resume -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_stopwatch_reset() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion stopwatch reset -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_stopwatch_rm() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion stopwatch rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_holidays() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|import|rm)
        # Offer subcommand argument completions
        "_clockctl_holidays_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show import rm' -- "${cur}"))
        ;;
    esac
}

_clockctl_holidays_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_holidays_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion holidays show -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_holidays_import() {
    repeating_flags=()
    non_repeating_flags=(--busy --json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--name --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--name')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -o plusdirs -fX '!*.@(ics)'
        return
        ;;
    esac
}

_clockctl_holidays_rm() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion holidays rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_announce() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion announce -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion announce -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_say() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=(--room --node --group)
    non_repeating_options=(--at --volume --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion say -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion say -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--at')
        return
        ;;
    '--volume')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion say -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_play() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=(--room --node --group)
    non_repeating_options=(--at --volume --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion play -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion play -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--at')
        return
        ;;
    '--volume')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion play -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_cancel() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion cancel -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_set() {
    repeating_flags=()
    non_repeating_flags=(--all --json --wait --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion set -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion set -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_wake() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_node() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|rename|group|rm)
        # Offer subcommand argument completions
        "_clockctl_node_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show rename group rm' -- "${cur}"))
        ;;
    esac
}

_clockctl_node_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_node_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node show -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_node_rename() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node rename -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_node_group() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|add|rm)
        # Offer subcommand argument completions
        "_clockctl_node_group_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list add rm' -- "${cur}"))
        ;;
    esac
}

_clockctl_node_group_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_node_group_add() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node group add -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node group add -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node group add -- positional@1 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_node_group_rm() {
    repeating_flags=()
    non_repeating_flags=(--json --wait --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node group rm -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node group rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node group rm -- positional@1 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_node_rm() {
    repeating_flags=()
    non_repeating_flags=(--yes --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion node rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_trainer() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    practise|report)
        # Offer subcommand argument completions
        "_clockctl_trainer_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'practise report' -- "${cur}"))
        ;;
    esac
}

_clockctl_trainer_practise() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--room --node --learner --count --volume --voices --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion trainer practise -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--learner')
        return
        ;;
    '--count')
        return
        ;;
    '--volume')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion trainer practise -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_trainer_report() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--learner --list --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--learner')
        return
        ;;
    '--list')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_backup() {
    repeating_flags=()
    non_repeating_flags=(--force --follow --version -h --help)
    repeating_options=()
    non_repeating_options=(--config --state-directory)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--config')
        __clockctl_add_completions -f
        return
        ;;
    '--state-directory')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_restore() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--config --state-directory)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--config')
        __clockctl_add_completions -f
        return
        ;;
    '--state-directory')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_store() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    copy)
        # Offer subcommand argument completions
        "_clockctl_store_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'copy' -- "${cur}"))
        ;;
    esac
}

_clockctl_store_copy() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--from --config --state-directory)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--from')
        return
        ;;
    '--config')
        __clockctl_add_completions -f
        return
        ;;
    '--state-directory')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_adopt() {
    repeating_flags=()
    non_repeating_flags=(--replace --yes --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac
}

_clockctl_export() {
    repeating_flags=()
    non_repeating_flags=(--force --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_import() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml)'
        return
        ;;
    esac
}

_clockctl_provision() {
    repeating_flags=()
    non_repeating_flags=(--renewal --json --version -h --help)
    repeating_options=(--instance --broker)
    non_repeating_options=(--role --out --site --dir)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--instance')
        return
        ;;
    '--role')
        __clockctl_add_completions -W 'viewer'$'\n''member'$'\n''admin'
        return
        ;;
    '--broker')
        return
        ;;
    '--out')
        __clockctl_add_completions -f
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    init|issue|list|renew|revoke)
        # Offer subcommand argument completions
        "_clockctl_pki_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'init issue list renew revoke' -- "${cur}"))
        ;;
    esac
}

_clockctl_pki_init() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_issue() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    node|coordinator|broker|client|homeassistant|web)
        # Offer subcommand argument completions
        "_clockctl_pki_issue_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'node coordinator broker client homeassistant web' -- "${cur}"))
        ;;
    esac
}

_clockctl_pki_issue_node() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_issue_coordinator() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_issue_broker() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_issue_client() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--role --days --site --dir)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--role')
        __clockctl_add_completions -W 'viewer'$'\n''member'$'\n''admin'
        return
        ;;
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_issue_homeassistant() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_issue_web() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--site --dir)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_renew() {
    repeating_flags=()
    non_repeating_flags=(--expiring --authority --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --site --dir)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_pki_revoke() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--site --dir)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--site')
        return
        ;;
    '--dir')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_web() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    user)
        # Offer subcommand argument completions
        "_clockctl_web_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'user' -- "${cur}"))
        ;;
    esac
}

_clockctl_web_user() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|list|password|role|rm)
        # Offer subcommand argument completions
        "_clockctl_web_user_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add list password role rm' -- "${cur}"))
        ;;
    esac
}

_clockctl_web_user_add() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--role --accounts)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--role')
        __clockctl_add_completions -W 'viewer'$'\n''member'
        return
        ;;
    '--accounts')
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_web_user_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--accounts)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--accounts')
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_web_user_password() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--accounts)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--accounts')
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_web_user_role() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--accounts)
    __clockctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--accounts')
        __clockctl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    2)
        __clockctl_add_completions -W 'viewer'$'\n''member'
        return
        ;;
    esac
}

_clockctl_web_user_rm() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--accounts)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--accounts')
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_voice() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|build|import|record|lint|say|play|rm|push|withdraw|nodes)
        # Offer subcommand argument completions
        "_clockctl_voice_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show build import record lint say play rm push withdraw nodes' -- "${cur}"))
        ;;
    esac
}

_clockctl_voice_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--voices)
    __clockctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_voice_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--voices)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice show -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_build() {
    repeating_flags=()
    non_repeating_flags=(--replace --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--engine --voice --out --format --rate --language --voices)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--engine')
        __clockctl_add_completions -W 'espeak-ng'$'\n''flite'$'\n''piper'$'\n''festival'
        return
        ;;
    '--voice')
        return
        ;;
    '--out')
        __clockctl_add_completions -d
        return
        ;;
    '--format')
        __clockctl_add_completions -W 'wav'$'\n''caf'$'\n''aiff'$'\n''flac'
        return
        ;;
    '--rate')
        return
        ;;
    '--language')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice build -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_import() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--as --list --out --format --rate --language --voices)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--as')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice import -- --as "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--list')
        __clockctl_add_completions -f
        return
        ;;
    '--out')
        __clockctl_add_completions -d
        return
        ;;
    '--format')
        __clockctl_add_completions -W 'wav'$'\n''caf'$'\n''aiff'$'\n''flac'
        return
        ;;
    '--rate')
        return
        ;;
    '--language')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_voice_record() {
    repeating_flags=()
    non_repeating_flags=(--all --version -h --help)
    repeating_options=()
    non_repeating_options=(--device --list --out --language --voices)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--device')
        return
        ;;
    '--list')
        __clockctl_add_completions -f
        return
        ;;
    '--out')
        __clockctl_add_completions -d
        return
        ;;
    '--language')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice record -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_lint() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--voices)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice lint -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_say() {
    repeating_flags=()
    non_repeating_flags=(--words --all --json --version -h --help)
    repeating_options=(--room --node --group)
    non_repeating_options=(--pack --out -o --at --volume --device --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout --voices)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--pack')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice say -- --pack "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--out'|'-o')
        __clockctl_add_completions -f
        return
        ;;
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice say -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice say -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--at')
        return
        ;;
    '--volume')
        return
        ;;
    '--device')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac
}

_clockctl_voice_play() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=(--room --node --group)
    non_repeating_options=(--at --volume --device --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout --voices)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice play -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice play -- --group "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--at')
        return
        ;;
    '--volume')
        return
        ;;
    '--device')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice play -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_rm() {
    repeating_flags=()
    non_repeating_flags=(--yes --version -h --help)
    repeating_options=()
    non_repeating_options=(--voices)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice rm -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_push() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--voices --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice push -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice push -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice push -- positional@1 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_withdraw() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice withdraw -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice withdraw -- positional@1 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_voice_nodes() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--room --node)
    non_repeating_options=(--broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice nodes -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion voice nodes -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_calibrate() {
    repeating_flags=()
    non_repeating_flags=(--all --apply --by-ear --json --version -h --help)
    repeating_options=(--room --node --distance)
    non_repeating_options=(--recording --reference --nudge --volume --broker --site --config --username --password-file --tls-ca --tls-certificate --tls-key --as --timeout)
    __clockctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--room'|'--node')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion calibrate -- --room "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--recording')
        __clockctl_add_completions -f
        return
        ;;
    '--reference')
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion calibrate -- --reference "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    '--distance')
        return
        ;;
    '--nudge')
        return
        ;;
    '--volume')
        return
        ;;
    '--broker')
        return
        ;;
    '--site')
        return
        ;;
    '--config')
        __clockctl_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--username')
        return
        ;;
    '--password-file')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-ca')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-certificate')
        __clockctl_add_completions -f
        return
        ;;
    '--tls-key')
        __clockctl_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __clockctl_add_completions -W "$(__clockctl_custom_complete ---completion calibrate -- positional@0 "${COMP_CWORD}" "$(__clockctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_clockctl_render() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --zone --chime --voice --voices --volume --ring --seconds --plot)
    __clockctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--at')
        return
        ;;
    '--zone')
        return
        ;;
    '--chime')
        __clockctl_add_completions -W 'none'$'\n''strike'$'\n''count'$'\n''westminster'
        return
        ;;
    '--voice')
        return
        ;;
    '--voices')
        __clockctl_add_completions -d
        return
        ;;
    '--volume')
        return
        ;;
    '--ring')
        __clockctl_add_completions -W 'harp'$'\n''bells'$'\n''marimba'$'\n''beeps'$'\n''buzzer'$'\n''siren'
        return
        ;;
    '--seconds')
        return
        ;;
    '--plot')
        __clockctl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -f
        return
        ;;
    esac
}

_clockctl_completions() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __clockctl_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_clockctl_man() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options 0
}

_clockctl_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __clockctl_offer_flags_options -1
}

complete -o filenames -F _clockctl clockctl
