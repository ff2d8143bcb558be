#compdef assetlint
# Completion of assetlint for zsh. Generated from the options of assetlint.

_assetlint_rules()
{
    compset -P '*,'
    compadd -S '' "$@" -a _assetlint_globs
    compadd -S '' "$@" -a _assetlint_ids
}

_assetlint_rule_level()
{
    if compset -P '*='; then
        compadd -- ${(s: :)1}
    else
        _assetlint_rules -S =
    fi
}

_assetlint_word_to_file()
{
    if compset -P '*='; then
        _files
    else
        compadd -- ${(s: :)1}
    fi
}

_assetlint()
{
    local command=check
    local -a commands=(
@commands@
    )
@rules@
    local -a _assetlint_globs=(${(M)_assetlint_ids:#*\*})
    _assetlint_ids=(${_assetlint_ids:#*\*})
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe -t commands command commands
        _files
        return
    fi
    if (( CURRENT > 2 )) && [[ -n ${commands[(r)$words[2]:*]} ]]; then
        command=$words[2]
        shift words
        (( CURRENT-- ))
    fi
    case $command in
@pages@
    esac
}

_assetlint "$@"
