function __clockctl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __clockctl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __clockctl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __clockctl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __clockctl_parse_tokens -S
    set -l unparsed_tokens (__clockctl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'clockctl'
        __clockctl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'status'
            __clockctl_parse_subcommand -r 1 'room=+' 'trouble' 'all' 'all-sites' 'local' 'socket=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'watch'
            __clockctl_parse_subcommand 0 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'next'
            __clockctl_parse_subcommand -r 1 'room=+' 'count=' 'explain' 'from=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'history'
            __clockctl_parse_subcommand -r 1 'room=+' 'since=' 'limit=' 'why' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'changes'
            __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'doctor'
            __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'preflight'
            __clockctl_parse_subcommand -r 1 'room=+' 'within=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'slo'
            __clockctl_parse_subcommand -r 1 'room=+' 'weeks=' 'within=' 'objective=' 'html=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'notify'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'test'
                __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'alarm'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand -r 1 'room=+' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'show'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'add'
                __clockctl_parse_subcommand 1 'days=' 'date=' 'once' 'label=' 'room=+' 'group=+' 'zone=' 'sound=' 'volume=' 'ramp=' 'snooze=' 'limit=' 'misfire=' 'holidays=+' 'except=+' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'edit'
                __clockctl_parse_subcommand -r 1 'days=' 'date=' 'once' 'label=' 'room=+' 'group=+' 'zone=' 'sound=' 'volume=' 'ramp=' 'snooze=' 'limit=' 'misfire=' 'holidays=+' 'except=+' 'revision=' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'rm'
                __clockctl_parse_subcommand -r 1 'used' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'on'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'off'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'skip'
                __clockctl_parse_subcommand -r 1 'undo' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'pause'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'snooze'
                __clockctl_parse_subcommand -r 1 'all' 'local' 'socket=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'stop'
                __clockctl_parse_subcommand -r 1 'all' 'local' 'socket=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'timer'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'start'
                __clockctl_parse_subcommand 2 'room=+' 'group=+' 'sound=' 'volume=' 'limit=' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'list'
                __clockctl_parse_subcommand -r 1 'room=+' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'pause'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'resume'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'add'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'rm'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'stop'
                __clockctl_parse_subcommand -r 1 'all' 'local' 'socket=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'stopwatch'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'show'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'start'
                __clockctl_parse_subcommand 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'lap'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'stop'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'resume'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'reset'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'rm'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'holidays'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'show'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'import'
                __clockctl_parse_subcommand 1 'name=' 'busy' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'rm'
                __clockctl_parse_subcommand -r 1 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'announce'
            __clockctl_parse_subcommand -r 1 'all' 'room=+' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'say'
            __clockctl_parse_subcommand -r 1 'room=+' 'group=+' 'all' 'at=' 'volume=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'play'
            __clockctl_parse_subcommand -r 1 'room=+' 'group=+' 'all' 'at=' 'volume=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'cancel'
            __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'set'
            __clockctl_parse_subcommand -r 1 'all' 'room=+' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'wake'
            __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'node'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'show'
                __clockctl_parse_subcommand -r 1 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'rename'
                __clockctl_parse_subcommand 2 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'group'
                __clockctl_parse_subcommand 0 'version' 'h/help'
                switch $unparsed_tokens[1]
                case 'list'
                    __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
                case 'add'
                    __clockctl_parse_subcommand -r 2 'room=+' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
                case 'rm'
                    __clockctl_parse_subcommand -r 2 'room=+' 'json' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
                end
            case 'rm'
                __clockctl_parse_subcommand -r 1 'yes' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'trainer'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'practise'
                __clockctl_parse_subcommand 1 'room=' 'learner=' 'count=' 'volume=' 'voices=' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'report'
                __clockctl_parse_subcommand 0 'learner=' 'list=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'backup'
            __clockctl_parse_subcommand 1 'force' 'follow' 'config=' 'state-directory=' 'version' 'h/help'
        case 'restore'
            __clockctl_parse_subcommand 1 'config=' 'state-directory=' 'version' 'h/help'
        case 'store'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'copy'
                __clockctl_parse_subcommand 1 'from=' 'config=' 'state-directory=' 'version' 'h/help'
            end
        case 'adopt'
            __clockctl_parse_subcommand 1 'replace' 'yes' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'export'
            __clockctl_parse_subcommand 1 'force' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'import'
            __clockctl_parse_subcommand 1 'dry-run' 'wait' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'provision'
            __clockctl_parse_subcommand -r 1 'instance=+' 'role=' 'broker=+' 'out=' 'renewal' 'site=' 'dir=' 'json' 'version' 'h/help'
        case 'pki'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'init'
                __clockctl_parse_subcommand 0 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
            case 'issue'
                __clockctl_parse_subcommand 0 'version' 'h/help'
                switch $unparsed_tokens[1]
                case 'node'
                    __clockctl_parse_subcommand 1 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
                case 'coordinator'
                    __clockctl_parse_subcommand 0 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
                case 'broker'
                    __clockctl_parse_subcommand -r 1 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
                case 'client'
                    __clockctl_parse_subcommand 1 'role=' 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
                case 'homeassistant'
                    __clockctl_parse_subcommand 0 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
                case 'web'
                    __clockctl_parse_subcommand -r 1 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
                end
            case 'list'
                __clockctl_parse_subcommand 0 'site=' 'dir=' 'json' 'version' 'h/help'
            case 'renew'
                __clockctl_parse_subcommand -r 1 'expiring' 'authority' 'days=' 'site=' 'dir=' 'json' 'version' 'h/help'
            case 'revoke'
                __clockctl_parse_subcommand -r 1 'site=' 'dir=' 'json' 'version' 'h/help'
            end
        case 'web'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'user'
                __clockctl_parse_subcommand 0 'version' 'h/help'
                switch $unparsed_tokens[1]
                case 'add'
                    __clockctl_parse_subcommand 1 'role=' 'accounts=' 'version' 'h/help'
                case 'list'
                    __clockctl_parse_subcommand 0 'accounts=' 'json' 'version' 'h/help'
                case 'password'
                    __clockctl_parse_subcommand 1 'accounts=' 'version' 'h/help'
                case 'role'
                    __clockctl_parse_subcommand 2 'accounts=' 'version' 'h/help'
                case 'rm'
                    __clockctl_parse_subcommand -r 1 'accounts=' 'version' 'h/help'
                end
            end
        case 'voice'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand 0 'voices=' 'json' 'version' 'h/help'
            case 'show'
                __clockctl_parse_subcommand 1 'voices=' 'json' 'version' 'h/help'
            case 'build'
                __clockctl_parse_subcommand 1 'engine=' 'voice=' 'replace' 'out=' 'format=' 'rate=' 'language=' 'voices=' 'json' 'version' 'h/help'
            case 'import'
                __clockctl_parse_subcommand 1 'as=' 'list=' 'out=' 'format=' 'rate=' 'language=' 'voices=' 'json' 'version' 'h/help'
            case 'record'
                __clockctl_parse_subcommand 1 'device=' 'list=' 'all' 'out=' 'language=' 'voices=' 'version' 'h/help'
            case 'lint'
                __clockctl_parse_subcommand 1 'voices=' 'json' 'version' 'h/help'
            case 'say'
                __clockctl_parse_subcommand 1 'pack=' 'o/out=' 'words' 'room=+' 'group=+' 'all' 'at=' 'volume=' 'device=' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'voices=' 'json' 'version' 'h/help'
            case 'play'
                __clockctl_parse_subcommand -r 2 'room=+' 'group=+' 'all' 'at=' 'volume=' 'device=' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'voices=' 'json' 'version' 'h/help'
            case 'rm'
                __clockctl_parse_subcommand -r 1 'yes' 'voices=' 'version' 'h/help'
            case 'push'
                __clockctl_parse_subcommand -r 2 'all' 'room=+' 'voices=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'withdraw'
                __clockctl_parse_subcommand -r 2 'all' 'room=+' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            case 'nodes'
                __clockctl_parse_subcommand -r 1 'room=+' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
            end
        case 'calibrate'
            __clockctl_parse_subcommand -r 1 'room=+' 'all' 'recording=' 'reference=' 'distance=+' 'apply' 'by-ear' 'nudge=' 'volume=' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'as=' 'timeout=' 'version' 'h/help'
        case 'render'
            __clockctl_parse_subcommand 1 'at=' 'zone=' 'chime=' 'voice=' 'voices=' 'volume=' 'ring=' 'seconds=' 'plot=' 'json' 'version' 'h/help'
        case 'completions'
            __clockctl_parse_subcommand 1 'version' 'h/help'
        case 'man'
            __clockctl_parse_subcommand 0 'version' 'h/help'
        case 'help'
            __clockctl_parse_subcommand -r 1 'version'
        end
    end
end

function __clockctl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __clockctl_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __clockctl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __clockctl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__clockctl_tokens -p)
    if test -z "$(__clockctl_tokens -t)"
        set -l index (count (__clockctl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'clockctl' -f
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'status' -d 'Show the site at a glance.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'watch' -d 'Show the site live, with a clock.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'next' -d 'Show what rings, speaks and plays next, and why then.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'history' -d 'Show what became of every quarter hour, alarm, timer and played sound, newest first.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'changes' -d 'Follow what people define and change, as it happens.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'doctor' -d 'Look for what keeps the clocks from speaking, and say what to do.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'preflight' -d 'Will it ring tonight? Check all that stands between an alarm and the ear.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'slo' -d 'Show how well each room kept to time, week by week.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'notify' -d 'Show messages to people that wait, or try out the way to them.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'alarm' -d 'Set alarms, and stop or snooze what rings.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'timer' -d 'Count down, several at once, and ring.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'stopwatch' -d 'Count up, with laps.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'holidays' -d 'Keep calendars of days on which alarms shall not ring.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'announce' -d 'Have nodes say the time now.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'say' -d 'Have a text spoken in rooms, everywhere at the same instant.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'play' -d 'Have a sound file heard in rooms, everywhere at the same instant.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'cancel' -d 'Take back what was to be said or played.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'set' -d 'Change settings of one node or several.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'wake' -d 'Send the next quarter hour\'s wake message now.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'node' -d 'List, show, rename, group and remove nodes.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'trainer' -d 'Practise reading words, which a node says on demand.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'backup' -d 'Copy the coordinator\'s store to a file.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'restore' -d 'Put a copy of the coordinator\'s store in its place.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'store' -d 'Move the coordinator\'s store into a database, or out of it.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'adopt' -d 'Take over what rooms hold of another coordinator\'s store.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'export' -d 'Write alarms, rooms\' settings, groups and holidays as YAML or JSON.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'import' -d 'Give the site what an exported file says.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'provision' -d 'Pack what a machine needs to belong to the site: configuration, certificate, key.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'pki' -d 'Make, renew and revoke the certificates by which a site\'s programs know each other.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'web' -d 'Say who may log in to the web page.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'voice' -d 'Make, check and hear voice packs, and put them on nodes.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'calibrate' -d 'Make rooms sound at the same instant where an output is heard late.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'render' -d 'Write what a node would play to a WAV file.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'completions' -d 'Print a completion script for a shell.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'man' -d 'Print the manual page.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl status" -ge 1' -fka '(__clockctl_custom_completion ---completion status -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion status -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" trouble' -l 'trouble' -d 'Only rooms that are not as they should be.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" all' -l 'all' -d 'All rooms, however many there are.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" all-sites' -l 'all-sites' -d 'A line for each site of the installation.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" local' -l 'local' -d 'Ask the node of this machine, without broker and coordinator.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" socket' -l 'socket' -d 'Its local socket, where this machine has several nodes; as --local.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl next" -ge 1' -fka '(__clockctl_custom_completion ---completion next -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion next -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" count' -l 'count' -d 'So many rings and so many announcements, 1 to 100.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" explain' -l 'explain' -d 'Tell why then, and why not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" from' -l 'from' -d 'Look ahead from this instant.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl next" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl history" -ge 1' -fka '(__clockctl_custom_completion ---completion history -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion history -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" since' -l 'since' -d 'Only from this time on.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" limit' -l 'limit' -d 'At most so many lines, 1 to 100000; 40 unless --since is given.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" why' -l 'why' -d 'Tell the reason of every line that has one.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl changes" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl preflight" -ge 1' -fka '(__clockctl_custom_completion ---completion preflight -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion preflight -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" within' -l 'within' -d 'How far ahead to look, up to 14 days; 24h unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl preflight" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl slo" -ge 1' -fka '(__clockctl_custom_completion ---completion slo -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion slo -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" weeks' -l 'weeks' -d 'So many weeks, 1 to 53.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" within' -l 'within' -d 'How far from its instant is on time, 0.001 to 60000 milliseconds.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" objective' -l 'objective' -d 'The share that is to be on time, 50 to 99.999 percent.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" html' -l 'html' -d 'Write a page that can be printed, in place of the table.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'html\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl slo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl notify" -eq 1' -fa 'list' -d 'Show messages that wait to be sent.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl notify" -eq 1' -fa 'test' -d 'Send a message that tries out the way to people.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl notify test" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'list' -d 'List the alarms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'show' -d 'Show all there is to know of alarms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'add' -d 'Set an alarm.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'edit' -d 'Change alarms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'rm' -d 'Remove alarms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'on' -d 'Switch alarms on.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'off' -d 'Switch alarms off, and keep them.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'skip' -d 'Leave out an alarm\'s next time.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'pause' -d 'Leave out all times of alarms from one date to another.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'snooze' -d 'Snooze what rings, in all its rooms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm" -eq 1' -fa 'stop' -d 'Stop what rings or is snoozed, in all its rooms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm list" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm list -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion alarm list -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm show" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm show -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" days' -l 'days' -d 'Every week on these: mon-fri, weekends, daily, mon,wed,fri.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" date' -l 'date' -d 'Once, on this date: 2026-12-24, tomorrow.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" once' -l 'once' -d 'Once, the next time it is that time.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" label' -l 'label' -d 'What people call it, 0 to 64 characters.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add"' -l 'room' -l 'node' -d 'Where it rings: rooms and groups, up to the next option.' -rfka '(__clockctl_custom_completion ---completion alarm add -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add"' -l 'group' -d 'Where it rings: groups alone.' -rfka '(__clockctl_custom_completion ---completion alarm add -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" zone' -l 'zone' -d 'Zone of its time, such as Europe/Berlin; node: the node\'s own.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" sound' -l 'sound' -d 'harp, bells, marimba, beeps, buzzer, siren, or the name of a file in the node\'s sounds folder.' -rfka '(__clockctl_custom_completion ---completion alarm add -- --sound (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" volume' -l 'volume' -d 'Its own volume, 0-100; node: the node\'s.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" ramp' -l 'ramp' -d 'Rise from quiet over this time, up to 15m; 0 for none.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" snooze' -l 'snooze' -d 'How long a snooze is, 1m to 60m, or off; 9m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" limit' -l 'limit' -d 'It stops by itself after ringing so long, 1m to 3h; 10m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" misfire' -l 'misfire' -d 'How late it may begin to ring, 1m to 24h, or report for never; 30m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add"' -l 'holidays' -d 'Not on the days of these holiday calendars; none for all days.' -rfka '(__clockctl_custom_completion ---completion alarm add -- --holidays (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add"' -l 'except' -d 'Not on these days: 2026-12-24..2026-12-26; several with commas between; none takes them back.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm edit" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm edit -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" days' -l 'days' -d 'Every week on these: mon-fri, weekends, daily, mon,wed,fri.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" date' -l 'date' -d 'Once, on this date: 2026-12-24, tomorrow.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" once' -l 'once' -d 'Once, the next time it is that time.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" label' -l 'label' -d 'What people call it, 0 to 64 characters.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit"' -l 'room' -l 'node' -d 'Where it rings: rooms and groups, up to the next option.' -rfka '(__clockctl_custom_completion ---completion alarm edit -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit"' -l 'group' -d 'Where it rings: groups alone.' -rfka '(__clockctl_custom_completion ---completion alarm edit -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" zone' -l 'zone' -d 'Zone of its time, such as Europe/Berlin; node: the node\'s own.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" sound' -l 'sound' -d 'harp, bells, marimba, beeps, buzzer, siren, or the name of a file in the node\'s sounds folder.' -rfka '(__clockctl_custom_completion ---completion alarm edit -- --sound (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" volume' -l 'volume' -d 'Its own volume, 0-100; node: the node\'s.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" ramp' -l 'ramp' -d 'Rise from quiet over this time, up to 15m; 0 for none.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" snooze' -l 'snooze' -d 'How long a snooze is, 1m to 60m, or off; 9m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" limit' -l 'limit' -d 'It stops by itself after ringing so long, 1m to 3h; 10m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" misfire' -l 'misfire' -d 'How late it may begin to ring, 1m to 24h, or report for never; 30m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit"' -l 'holidays' -d 'Not on the days of these holiday calendars; none for all days.' -rfka '(__clockctl_custom_completion ---completion alarm edit -- --holidays (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit"' -l 'except' -d 'Not on these days: 2026-12-24..2026-12-26; several with commas between; none takes them back.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" revision' -l 'revision' -d 'Only if this is its revision, as alarm show tells it; for programs.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm edit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm rm" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" used' -l 'used' -d 'All that were for one time, which is over.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm on" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm on -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm on" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm off" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm off -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm off" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm skip" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm skip -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" undo' -l 'undo' -d 'Take back the skips that are still to come.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm skip" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm pause" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm pause -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm pause" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm snooze" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm snooze -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" all' -l 'all' -d 'Everything that rings and can be snoozed.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" local' -l 'local' -d 'Ask the node of this machine, without broker and coordinator.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" socket' -l 'socket' -d 'Its local socket, where this machine has several nodes; as --local.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm snooze" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl alarm stop" -ge 1' -fka '(__clockctl_custom_completion ---completion alarm stop -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" all' -l 'all' -d 'Everything that rings or is snoozed.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" local' -l 'local' -d 'Ask the node of this machine, without broker and coordinator.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" socket' -l 'socket' -d 'Its local socket, where this machine has several nodes; as --local.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl alarm stop" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'start' -d 'Start a timer.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'list' -d 'List the timers with what is left of them.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'pause' -d 'Hold a timer.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'resume' -d 'Let a timer that was held go on.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'add' -d 'Give timers more time.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'rm' -d 'Remove timers, running, held or ringing.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer" -eq 1' -fa 'stop' -d 'Silence timers that ring, in all their rooms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start"' -l 'room' -l 'node' -d 'Where it rings: rooms and groups, up to the next option.' -rfka '(__clockctl_custom_completion ---completion timer start -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start"' -l 'group' -d 'Where it rings: groups alone.' -rfka '(__clockctl_custom_completion ---completion timer start -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" sound' -l 'sound' -d 'harp, bells, marimba, beeps (unless set), buzzer, siren, or the name of a file in the node\'s sounds folder.' -rfka '(__clockctl_custom_completion ---completion timer start -- --sound (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" volume' -l 'volume' -d 'Its own volume, 0-100; the node\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" limit' -l 'limit' -d 'It stops by itself after ringing so long, 1m to 3h; 10m unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer start" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer list" -ge 1' -fka '(__clockctl_custom_completion ---completion timer list -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion timer list -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer pause" -ge 1' -fka '(__clockctl_custom_completion ---completion timer pause -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer pause" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer resume" -ge 1' -fka '(__clockctl_custom_completion ---completion timer resume -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer resume" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer add" -ge 1' -fka '(__clockctl_custom_completion ---completion timer add -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer rm" -ge 1' -fka '(__clockctl_custom_completion ---completion timer rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl timer stop" -ge 1' -fka '(__clockctl_custom_completion ---completion timer stop -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" all' -l 'all' -d 'Every timer that rings.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" local' -l 'local' -d 'Ask the node of this machine, without broker and coordinator.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" socket' -l 'socket' -d 'Its local socket, where this machine has several nodes; as --local.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl timer stop" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'list' -d 'List the stopwatches with what they show.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'show' -d 'Show what a stopwatch shows, and its laps.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'start' -d 'Start a new stopwatch.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'lap' -d 'Note a lap.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'stop' -d 'Hold a stopwatch.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'resume' -d 'Let a stopwatch that was held go on.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'reset' -d 'Put a stopwatch back to zero, stopped and without laps.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch" -eq 1' -fa 'rm' -d 'Remove a stopwatch.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch show" -ge 1' -fka '(__clockctl_custom_completion ---completion stopwatch show -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch start" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch lap" -ge 1' -fka '(__clockctl_custom_completion ---completion stopwatch lap -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch lap" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch stop" -ge 1' -fka '(__clockctl_custom_completion ---completion stopwatch stop -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch stop" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch resume" -ge 1' -fka '(__clockctl_custom_completion ---completion stopwatch resume -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch resume" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch reset" -ge 1' -fka '(__clockctl_custom_completion ---completion stopwatch reset -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch reset" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl stopwatch rm" -ge 1' -fka '(__clockctl_custom_completion ---completion stopwatch rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl stopwatch rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays" -eq 1' -fa 'list' -d 'List the holiday calendars.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays" -eq 1' -fa 'show' -d 'Show the days of holiday calendars.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays" -eq 1' -fa 'import' -d 'Take the days of an iCalendar file.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays" -eq 1' -fa 'rm' -d 'Remove holiday calendars.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays show" -ge 1' -fka '(__clockctl_custom_completion ---completion holidays show -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays import" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'ics\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" name' -l 'name' -d 'What alarms call the calendar.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" busy' -l 'busy' -d 'Take events with a time of day, too: their days are holidays.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl holidays rm" -ge 1' -fka '(__clockctl_custom_completion ---completion holidays rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl holidays rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl announce" -ge 1' -fka '(__clockctl_custom_completion ---completion announce -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" all' -l 'all' -d 'Every node that is online, as without a name.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion announce -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl say" -ge 1' -fka '(__clockctl_custom_completion ---completion say -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion say -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say"' -l 'group' -d 'All nodes of a group.' -rfka '(__clockctl_custom_completion ---completion say -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" all' -l 'all' -d 'Every node that is online.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" at' -l 'at' -d 'When it begins, within a day: 18:00, 18:00:30, "tomorrow 7:00", 2026-11-21T18:00:00Z.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" volume' -l 'volume' -d 'Its own volume, 0-100; each node\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl say" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl play" -ge 1' -fka '(__clockctl_custom_completion ---completion play -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion play -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play"' -l 'group' -d 'All nodes of a group.' -rfka '(__clockctl_custom_completion ---completion play -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" all' -l 'all' -d 'Every node that is online.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" at' -l 'at' -d 'When it begins, within a day: 18:00, 18:00:30, "tomorrow 7:00", 2026-11-21T18:00:00Z.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" volume' -l 'volume' -d 'Its own volume, 0-100; each node\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl play" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl cancel" -ge 1' -fka '(__clockctl_custom_completion ---completion cancel -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl cancel" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl set" -ge 1' -fka '(__clockctl_custom_completion ---completion set -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" all' -l 'all' -d 'Every node of the site.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion set -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'list' -d 'List the site\'s nodes with what they are.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'show' -d 'Show nodes: settings, clock, output, and the outputs a node could play on.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'rename' -d 'Give a node\'s room another name for people.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'group' -d 'Give nodes a common name, for alarms and timers.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'rm' -d 'Remove nodes, their settings and their history.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node show" -ge 1' -fka '(__clockctl_custom_completion ---completion node show -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node rename" -eq 1' -fka '(__clockctl_custom_completion ---completion node rename -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group" -eq 1' -fa 'list' -d 'List the groups with their nodes.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group" -eq 1' -fa 'add' -d 'Make a group, or put nodes into one.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group" -eq 1' -fa 'rm' -d 'Take nodes out of a group, or the group away.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group add" -eq 1' -fka '(__clockctl_custom_completion ---completion node group add -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group add" -ge 2' -fka '(__clockctl_custom_completion ---completion node group add -- positional@1 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion node group add -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group rm" -eq 1' -fka '(__clockctl_custom_completion ---completion node group rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node group rm" -ge 2' -fka '(__clockctl_custom_completion ---completion node group rm -- positional@1 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion node group rm -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node group rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node rm" -ge 1' -fka '(__clockctl_custom_completion ---completion node rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" yes' -l 'yes' -d 'Do not ask.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl trainer" -eq 1' -fa 'practise' -d 'Practise a list; the command itself without another word.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl trainer" -eq 1' -fa 'report' -d 'Show what learners have made of their words.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl trainer practise" -eq 1' -fka '(__clockctl_custom_completion ---completion trainer practise -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" node room' -l 'room' -l 'node' -d 'Where words are heard.' -rfka '(__clockctl_custom_completion ---completion trainer practise -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" learner' -l 'learner' -d 'Whose scores; the user\'s name unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" count' -l 'count' -d 'Words of this sitting at most.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" volume' -l 'volume' -d 'How loud, 0-100; the node\'s volume unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer practise" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" learner' -l 'learner' -d 'Only this learner.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" list' -l 'list' -d 'Only this list.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl trainer report" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl backup" -eq 1' -F
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl backup" force' -l 'force' -d 'Replace a file that is there.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl backup" follow' -l 'follow' -d 'Copy again whenever the store has changed. Replaces a file that is there.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl backup" config' -l 'config' -d 'The coordinator\'s configuration.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl backup" state-directory' -l 'state-directory' -d 'The coordinator\'s state folder.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl backup" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl backup" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl restore" -eq 1' -F
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl restore" config' -l 'config' -d 'The coordinator\'s configuration.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl restore" state-directory' -l 'state-directory' -d 'The coordinator\'s state folder.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl restore" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl restore" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl store" -eq 1' -fa 'copy' -d 'Copy the store to another place.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store copy" from' -l 'from' -d 'What is copied; the configured store unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store copy" config' -l 'config' -d 'The coordinator\'s configuration.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store copy" state-directory' -l 'state-directory' -d 'The coordinator\'s state folder.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store copy" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl store copy" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" replace' -l 'replace' -d 'Give the rooms what this coordinator has instead.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" yes' -l 'yes' -d 'Do not ask.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl adopt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl export" -eq 1' -F
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" force' -l 'force' -d 'Replace a file that is there.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl import" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'yaml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" dry-run' -l 'dry-run' -d 'Show what would change, and change nothing.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" wait' -l 'wait' -d 'Wait until every room has it on its disk, a minute or as long as --timeout says; end with 75 if not.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision"' -l 'instance' -d 'A node that runs as clock-node@NODE, beside others on its machine; can be repeated.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" role' -l 'role' -d 'For a person who has no certificate: viewer, member or admin.' -rfka 'viewer member admin'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision"' -l 'broker' -d 'The MQTT broker\'s address; the first name in its certificate unless set. Can be repeated, up to 4, in the order of broker.hosts.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" out' -l 'out' -d 'Where the bundle goes, NAME.tar unless set; - is the output.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" renewal' -l 'renewal' -d 'Leave out configurations, so that the machine\'s own stay.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl provision" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki" -eq 1' -fa 'init' -d 'Make a site\'s authority.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki" -eq 1' -fa 'issue' -d 'Make a key and a certificate for it.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki" -eq 1' -fa 'list' -d 'List what the site\'s authority has signed, and when it ends.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki" -eq 1' -fa 'renew' -d 'Make new keys and certificates for what is in use.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki" -eq 1' -fa 'revoke' -d 'Have certificates count no more.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki init" days' -l 'days' -d 'How long the authority is valid, 3650 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki init" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki init" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki init" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki init" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki init" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki issue" -eq 1' -fa 'node' -d 'For a node: it may speak under its own id alone.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki issue" -eq 1' -fa 'coordinator' -d 'For the site\'s coordinator.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki issue" -eq 1' -fa 'broker' -d 'For the MQTT broker, under every name and address that programs call it by.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki issue" -eq 1' -fa 'client' -d 'For a person, or a program of theirs.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki issue" -eq 1' -fa 'homeassistant' -d 'For Home Assistant: it may see and wish what it is shown.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl pki issue" -eq 1' -fa 'web' -d 'For the web page, under every name and address that browsers call it by.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue node" days' -l 'days' -d 'How long it is valid, 730 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue node" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue node" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue node" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue node" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue node" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue coordinator" days' -l 'days' -d 'How long it is valid, 730 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue coordinator" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue coordinator" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue coordinator" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue coordinator" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue coordinator" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue broker" days' -l 'days' -d 'How long it is valid, 730 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue broker" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue broker" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue broker" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue broker" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue broker" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" role' -l 'role' -d 'viewer, member or admin.' -rfka 'viewer member admin'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" days' -l 'days' -d 'How long it is valid, 730 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue client" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue homeassistant" days' -l 'days' -d 'How long it is valid, 730 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue homeassistant" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue homeassistant" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue homeassistant" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue homeassistant" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue homeassistant" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue web" days' -l 'days' -d 'How long it is valid, 730 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue web" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue web" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue web" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue web" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki issue web" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki list" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" expiring' -l 'expiring' -d 'Everything that ends within 30 days or has ended.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" authority' -l 'authority' -d 'The authority\'s own certificate.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" days' -l 'days' -d 'How long it is valid, 730 unless set, the authority\'s 3650.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki renew" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki revoke" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki revoke" dir' -l 'dir' -d 'The authority\'s folder, ~/.config/clocksmith/pki/SITE unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki revoke" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki revoke" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl pki revoke" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web" -eq 1' -fa 'user' -d 'The accounts of the web page.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web user" -eq 1' -fa 'add' -d 'Make an account.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web user" -eq 1' -fa 'list' -d 'List the accounts.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web user" -eq 1' -fa 'password' -d 'Give an account another password.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web user" -eq 1' -fa 'role' -d 'Give an account another role.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web user" -eq 1' -fa 'rm' -d 'Remove accounts.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user add" role' -l 'role' -d 'What it may do.' -rfka 'viewer member'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user add" accounts' -l 'accounts' -d 'File of the accounts.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user add" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user list" accounts' -l 'accounts' -d 'File of the accounts.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user password" accounts' -l 'accounts' -d 'File of the accounts.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user password" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user password" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl web user role" -eq 1' -fka 'viewer member'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user role" accounts' -l 'accounts' -d 'File of the accounts.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user role" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user role" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user rm" accounts' -l 'accounts' -d 'File of the accounts.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl web user rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'list' -d 'List the voice packs on this machine.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'show' -d 'Show a voice pack: its words, how it tells the time, its licence.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'build' -d 'Have a speech engine speak a pack or a list of words.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'import' -d 'Make a pack of your own recordings.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'record' -d 'Record a pack, word by word, at a microphone.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'lint' -d 'Check a voice pack.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'say' -d 'Say a time, a date or a duration with a pack: to a file, here, or in rooms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'play' -d 'Play words of a pack, here or in rooms.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'rm' -d 'Remove voice packs from this machine.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'push' -d 'Put a voice pack on nodes.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'withdraw' -d 'Take a pushed voice pack away from nodes again.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice" -eq 1' -fa 'nodes' -d 'List the voices that nodes have.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice list" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice show" -eq 1' -fka '(__clockctl_custom_completion ---completion voice show -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice show" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice show" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice show" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice build" -eq 1' -fka '(__clockctl_custom_completion ---completion voice build -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" engine' -l 'engine' -d 'espeak-ng, flite, piper, festival, or command:"program {text} {file}".' -rfka 'espeak-ng flite piper festival'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" voice' -l 'voice' -d 'The engine\'s own name of a voice; the pack\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" replace' -l 'replace' -d 'Replace clips from elsewhere too.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" out' -l 'out' -d 'Folder of the pack that is made; among your packs unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" format' -l 'format' -d 'wav, caf, aiff or flac; the pack\'s unless set.' -rfka 'wav caf aiff flac'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" rate' -l 'rate' -d 'Frames per second; the pack\'s unless set, 44100 for a list.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" language' -l 'language' -d 'Language of a list, such as en or pt-BR.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice build" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice import" -eq 1' -F
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" as' -l 'as' -d 'The pack.' -rfka '(__clockctl_custom_completion ---completion voice import -- --as (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" list' -l 'list' -d 'A file of the words, in the take\'s order.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" out' -l 'out' -d 'Folder of the pack that is made; among your packs unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" format' -l 'format' -d 'wav, caf, aiff or flac; the pack\'s unless set.' -rfka 'wav caf aiff flac'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" rate' -l 'rate' -d 'Frames per second; the pack\'s unless set, 44100 for a list.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" language' -l 'language' -d 'Language of a list, such as en or pt-BR.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice record" -eq 1' -fka '(__clockctl_custom_completion ---completion voice record -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" device' -l 'device' -d 'ALSA microphone, default unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" list' -l 'list' -d 'A file of words, for a pack that is not there yet.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" all' -l 'all' -d 'Record the words that have a clip too.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" out' -l 'out' -d 'Folder of the pack that is made; among your packs unless set.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" language' -l 'language' -d 'Language of a list, such as en or pt-BR.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice record" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice lint" -eq 1' -fka '(__clockctl_custom_completion ---completion voice lint -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice lint" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice lint" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice lint" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice lint" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" pack' -l 'pack' -d 'The pack\'s name or folder; english unless set.' -rfka '(__clockctl_custom_completion ---completion voice say -- --pack (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" o out' -l 'out' -s 'o' -d 'Write a WAV file instead of playing.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" words' -l 'words' -d 'Only print the words.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say"' -l 'room' -l 'node' -d 'Rooms that hear it, in place of this machine.' -rfka '(__clockctl_custom_completion ---completion voice say -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say"' -l 'group' -d 'All nodes of a group.' -rfka '(__clockctl_custom_completion ---completion voice say -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" all' -l 'all' -d 'Every node that is online.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" at' -l 'at' -d 'When it begins, within a day: 18:00, 18:00:30, "tomorrow 7:00", 2026-11-21T18:00:00Z.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" volume' -l 'volume' -d 'Its own volume, 0-100; each node\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" device' -l 'device' -d 'ALSA output of this machine, default unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice say" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice play" -eq 1' -fka '(__clockctl_custom_completion ---completion voice play -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play"' -l 'room' -l 'node' -d 'Rooms that hear it, in place of this machine.' -rfka '(__clockctl_custom_completion ---completion voice play -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play"' -l 'group' -d 'All nodes of a group.' -rfka '(__clockctl_custom_completion ---completion voice play -- --group (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" all' -l 'all' -d 'Every node that is online.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" at' -l 'at' -d 'When it begins, within a day: 18:00, 18:00:30, "tomorrow 7:00", 2026-11-21T18:00:00Z.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" volume' -l 'volume' -d 'Its own volume, 0-100; each node\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" device' -l 'device' -d 'ALSA output of this machine, default unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice play" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice rm" -ge 1' -fka '(__clockctl_custom_completion ---completion voice rm -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice rm" yes' -l 'yes' -d 'Do not ask.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice rm" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice rm" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice push" -eq 1' -fka '(__clockctl_custom_completion ---completion voice push -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice push" -ge 2' -fka '(__clockctl_custom_completion ---completion voice push -- positional@1 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" all' -l 'all' -d 'Every node of the site.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion voice push -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" voices' -l 'voices' -d 'Folder of voice packs, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice push" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice withdraw" -ge 1' -fka '(__clockctl_custom_completion ---completion voice withdraw -- positional@1 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" all' -l 'all' -d 'Every node that has it.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion voice withdraw -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice withdraw" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl voice nodes" -ge 1' -fka '(__clockctl_custom_completion ---completion voice nodes -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion voice nodes -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl voice nodes" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl calibrate" -ge 1' -fka '(__clockctl_custom_completion ---completion calibrate -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate"' -l 'room' -l 'node' -d 'Rooms and groups, up to the next option; as without it.' -rfka '(__clockctl_custom_completion ---completion calibrate -- --room (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" all' -l 'all' -d 'Every node that is online.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" recording' -l 'recording' -d 'The recording that was made while the rooms clicked.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" reference' -l 'reference' -d 'The room that the others are fitted to; the earliest unless said.' -rfka '(__clockctl_custom_completion ---completion calibrate -- --reference (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate"' -l 'distance' -d 'How far a room\'s speaker is from the microphone.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" apply' -l 'apply' -d 'Set the trims that were found.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" by-ear' -l 'by-ear' -d 'Have two rooms click together, once a second.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" nudge' -l 'nudge' -d 'Change the room\'s trim by this first; + is earlier, - is later.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" volume' -l 'volume' -d 'How loud, in place of each node\'s own volume, 0-100.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" as' -l 'as' -d 'Who asks, for others to see; your user and computer unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl calibrate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl render" -eq 1' -F
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" at' -l 'at' -d 'The time that is announced.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" zone' -l 'zone' -d 'Zone of the time, such as Europe/Berlin; this machine\'s unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" chime' -l 'chime' -d 'none, strike, count, westminster, or an own one; strike unless set.' -rfka 'none strike count westminster'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" voice' -l 'voice' -d 'The voice pack; english unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" voices' -l 'voices' -d 'Folder of voice packs, chimes and sounds, in place of the usual ones.' -rfa '(__clockctl_complete_directories)'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" volume' -l 'volume' -d 'The node\'s volume, 0 to 100; 80 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" ring' -l 'ring' -d 'An alarm\'s sound, built in or a file in the folder sounds.' -rfka 'harp bells marimba beeps buzzer siren'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" seconds' -l 'seconds' -d 'How long it rings, 1 to 600; 10 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" plot' -l 'plot' -d 'Draw the waveform to this SVG file too.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl render" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl completions" -eq 1' -fka 'bash zsh fish'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl completions" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl completions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl man" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl man" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl help" version' -l 'version' -d 'Show the version.'
