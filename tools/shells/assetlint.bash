# Completion of assetlint for bash. Generated from the options of assetlint.

_assetlint_rules()
{
    local id before='' part=$1
    [[ $part != *,* ]] || before=${part%,*}, part=${part##*,}
    compopt -o nospace
    for id in "${_assetlint_ids[@]}"; do
        [[ $id != "$part"* ]] || COMPREPLY+=("$before$id$2")
    done
}

# What follows a = is a word of its own to bash: it alone is completed.
_assetlint_rule_level()
{
    if [[ $cur == *=* ]]; then
        COMPREPLY=($(compgen -W "$*" -- "${cur#*=}"))
    else
        _assetlint_rules "$cur" =
    fi
}

_assetlint_word_to_file()
{
    if [[ $cur == *=* ]]; then
        cur=${cur#*=}
        _filedir
    else
        COMPREPLY=($(compgen -W "$*" -- "$cur"))
    fi
}

_assetlint()
{
    local cur prev words cword split
    _init_completion -s || return
    local command=check
@commands@
    if [[ $cword -eq 1 && ${words[1]} != -* ]]; then
        COMPREPLY=($(compgen -W "$commands" -- "$cur"))
        _filedir
        return
    fi
    if [[ $cword -gt 1 && " $commands " == *" ${words[1]} "* ]]; then
        command=${words[1]}
    fi
    case $command:$prev in
@values@
    esac
    if [[ $cur == -* ]]; then
        case $command in
@options@
        esac
        return
    fi
    case $command in
@arguments@
    esac
}

@rules@
complete -F _assetlint assetlint
