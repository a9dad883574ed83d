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
            __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'watch'
            __clockctl_parse_subcommand 0 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'history'
            __clockctl_parse_subcommand 0 'node=' 'since=' 'limit=' 'why' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'doctor'
            __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'announce'
            __clockctl_parse_subcommand -r 1 'all' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'set'
            __clockctl_parse_subcommand -r 1 'all' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'wake'
            __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
        case 'node'
            __clockctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __clockctl_parse_subcommand 0 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
            case 'rename'
                __clockctl_parse_subcommand 2 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
            case 'forget'
                __clockctl_parse_subcommand 1 'yes' 'json' 'broker=' 'site=' 'config=' 'username=' 'password-file=' 'tls-ca=' 'tls-certificate=' 'tls-key=' 'timeout=' 'version' 'h/help'
            end
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
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'history' -d 'Show what became of every quarter hour, newest first.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'doctor' -d 'Look for what keeps the clocks from speaking, and say what to do.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'announce' -d 'Have nodes say the time now.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'set' -d 'Change settings of one node or several.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'wake' -d 'Send the next quarter hour\'s wake message now.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'node' -d 'List, rename and forget nodes.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'completions' -d 'Print a completion script for a shell.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'man' -d 'Print the manual page.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl status" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
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
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" node' -l 'node' -d 'Only this node\'s.' -rfka '(__clockctl_custom_completion ---completion history -- --node (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
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
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl history" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl announce" -ge 1' -fka '(__clockctl_custom_completion ---completion announce -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" all' -l 'all' -d 'Every node that is online, as without a name.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl announce" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl set" -ge 1' -fka '(__clockctl_custom_completion ---completion set -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" all' -l 'all' -d 'Every node of the site.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl set" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
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
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl wake" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'list' -d 'List the site\'s nodes with what they are.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'rename' -d 'Give a node\'s room another name for people.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node" -eq 1' -fa 'forget' -d 'Remove a node, its settings and its history.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node rename" -eq 1' -fka '(__clockctl_custom_completion ---completion node rename -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node rename" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl node forget" -eq 1' -fka '(__clockctl_custom_completion ---completion node forget -- positional@0 (count (__clockctl_tokens -pc)) (__clockctl_tokens -tC))'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" yes' -l 'yes' -d 'Do not ask.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" json' -l 'json' -d 'Print JSON instead of text.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" broker' -l 'broker' -d 'The MQTT broker\'s address, 127.0.0.1 unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" site' -l 'site' -d 'The site, home unless set.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" config' -l 'config' -d 'Configuration file to read instead of the usual ones.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" username' -l 'username' -d 'User name at the broker.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" password-file' -l 'password-file' -d 'File with the password at the broker.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" tls-ca' -l 'tls-ca' -d 'PEM file of the authority that signed the broker\'s certificate; turns TLS on.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" tls-certificate' -l 'tls-certificate' -d 'PEM file of this client\'s certificate.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" tls-key' -l 'tls-key' -d 'PEM file of the certificate\'s private key.' -rF
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" timeout' -l 'timeout' -d 'How long to wait for an answer, 0.1 to 300.' -rfka ''
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl node forget" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_positional "clockctl completions" -eq 1' -fka 'bash zsh fish'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl completions" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl completions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl man" version' -l 'version' -d 'Show the version.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl man" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'clockctl' -n '__clockctl_should_offer_completions_for_flags_or_options "clockctl help" version' -l 'version' -d 'Show the version.'
