import { commonOptions, type Command } from './command.ts'

type CompletionWords = { readonly commands: readonly string[]; readonly flags: ReadonlyMap<string, readonly string[]> }

export const shells = ['bash', 'zsh', 'fish'] as const

/** Makes a completion script from the commands' tables; where no word fits, the shell completes file names. */
export function completionScript(shell: (typeof shells)[number], commands: readonly Command[]): string {
  return scripts[shell](wordsOf(commands))
}

function wordsOf(commands: readonly Command[]): CompletionWords {
  return {
    commands: commands.map(({ name }) => name),
    flags: new Map(
      commands.map(({ name, options }) => [
        name,
        Object.keys({ ...options, ...commonOptions }).map((flag) => `--${flag}`),
      ]),
    ),
  }
}

const scripts: Readonly<Record<(typeof shells)[number], (words: CompletionWords) => string>> = {
  bash: (words) => `# eval "$(shinsa completion bash)"
_shinsa() {
${bashBody(words)}
}
complete -o default -F _shinsa shinsa
`,
  // zsh runs bash's completions.
  zsh: (words) => `# eval "$(shinsa completion zsh)"
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
_shinsa() {
${bashBody(words)}
}
complete -o default -F _shinsa shinsa
`,
  fish: ({ commands, flags }) =>
    [
      '# shinsa completion fish | source',
      ...firsts(commands).map((word) => `complete -c shinsa -n __fish_use_subcommand -a ${word}`),
      ...commands.flatMap((name) => {
        const [first = '', second] = name.split(' ')
        const seen = `__fish_seen_subcommand_from ${first}`
        return second === undefined
          ? (flags.get(name) ?? []).map((flag) => `complete -c shinsa -n '${seen}' -l ${flag.slice(2)}`)
          : [
              `complete -c shinsa -n '${seen}; and not __fish_seen_subcommand_from ${second}' -a ${second}`,
              ...(flags.get(name) ?? []).map(
                (flag) =>
                  `complete -c shinsa -n '${seen}; and __fish_seen_subcommand_from ${second}' -l ${flag.slice(2)}`,
              ),
            ]
      }),
      '',
    ].join('\n'),
}

function bashBody({ commands, flags }: CompletionWords): string {
  const seconds = Map.groupBy(
    commands.filter((name) => name.includes(' ')),
    (name) => name.split(' ')[0] ?? '',
  )
  return [
    '  local current="${COMP_WORDS[COMP_CWORD]}" words=""',
    '  case "$COMP_CWORD:${COMP_WORDS[1]}:${COMP_WORDS[2]}" in',
    `    1:*) words="${firsts(commands).join(' ')}" ;;`,
    // A position without words of its own completes files, except after the first word of a two-word command.
    ...[...seconds].map(
      ([first, names]) => `    2:${first}:*) words="${names.map((name) => name.split(' ')[1]).join(' ')}" ;;`,
    ),
    ...commands.map((name) => {
      const [first, second = '*'] = name.split(' ')
      return `    *:${first}:${second}) [[ "$current" == -* ]] && words="${flags.get(name)?.join(' ')}" ;;`
    }),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
  ].join('\n')
}

function firsts(commands: readonly string[]): readonly string[] {
  return [...new Set(commands.map((name) => name.split(' ')[0] ?? ''))]
}
