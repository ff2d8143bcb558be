# Completion of assetlint for fish. Generated from the options of assetlint.

function __assetlint_command
    set -l words (commandline -opc)
    if set -q words[2]; and contains -- $words[2] $__assetlint_commands
        echo $words[2]
    else
        echo check
    end
end

# The value that is being written, without the option in front.
function __assetlint_value
    string replace -r -- '^--[a-z-]+=' '' (commandline -ct)
end

function __assetlint_rules
    set -l before (string match -r -- '.*,' (__assetlint_value))
    printf '%s\n' "$before"$__assetlint_ids
end

function __assetlint_rule_level
    set -l before (string match -r -- '.*=' (__assetlint_value))
    if set -q before[1]
        printf '%s\n' $before$argv
    else
        printf '%s=\n' (__assetlint_rules)
    end
end

function __assetlint_word_to_file
    set -l value (__assetlint_value)
    set -l before (string match -r -- '[^=]*=' $value)
    if set -q before[1]
        printf '%s\n' $before[1](__fish_complete_path (string replace -- $before[1] '' $value))
    else
        printf '%s\n' $argv
    end
end

@commands@
@rules@

@briefs@
@pages@
