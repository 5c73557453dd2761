import type { Offer } from './offers.ts';
import { quoted, shellWords } from './shell-words.ts';

/** How one shell asks for completions and reads them. */
interface Shell {
  /** Registers the completion; may be sourced more than once. */
  script: string;
  /** The words of the line that the script passed; the last one is at the cursor. */
  wordsOf(passed: readonly string[]): string[];
  print(offer: Offer, passed: readonly string[]): string;
}

/** Tells a script to complete the names of files. */
export const filesLine = ':files';

const unquoted = (word: string): string => shellWords(word).words.join(' ');

const described = {
  print: ({ value, about }: Offer) => `${value}\t${about}`,
};

export const shells: Readonly<Record<'bash' | 'zsh' | 'fish', Shell>> = {
  // Bash splits words at “=” and “:”, too, and replaces only the last part: it passes that part and the whole line.
  bash: {
    script: `# Completion of parley for bash. It needs no bash-completion.
_parley() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [ "$line" = ${filesLine} ] && return
    COMPREPLY+=("$line")
  done < <(parley complete bash -- "$2" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  compopt +o default 2>/dev/null
}
complete -o default -F _parley parley`,
    wordsOf: ([, line = '']) => shellWords(line).words.slice(1),
    print: ({ value }, [replaced = '', line = '']) => {
      const { raw, quote } = shellWords(line);
      const kept = raw.endsWith(replaced) ? unquoted(raw.slice(0, raw.length - replaced.length)) : '';
      return quoted(value.slice(kept.length), quote);
    },
  },
  zsh: {
    ...described,
    wordsOf: (passed) => passed.map(unquoted),
    script: `#compdef parley
_parley() {
  local line
  local -a offers
  for line in \${(f)"$(parley complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    if [[ $line == ${filesLine} ]]; then
      _files
      return
    fi
    offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe parley offers
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
if [[ $funcstack[1] == _parley ]]; then _parley "$@"; else compdef _parley parley; fi`,
  },
  fish: {
    ...described,
    // Fish has removed the quotes of all words but the last one.
    wordsOf: (passed) => [...passed.slice(0, -1), unquoted(passed.at(-1) ?? '')],
    script: `# Completion of parley for fish.
function __parley_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  for line in (parley complete fish -- $words[2..] "$word" 2>/dev/null)
    if test "$line" = ${filesLine}
      __fish_complete_path "$word"
    else
      echo $line
    end
  end
end
complete -c parley -e
complete -c parley -f -a '(__parley_complete)'`,
  },
};
