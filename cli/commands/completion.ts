import { argument, type Command, exitCodes, UsageError } from '../command.ts';

interface Known {
  name: string;
  summary: string;
  flags: string[];
}

const shells: Record<string, (known: Known[]) => string> = { bash, zsh, fish };

/** The completion script of a shell. */
export const completionOf = (commands: () => readonly Command[], shared: NonNullable<Command['options']>): Command => ({
  name: 'completion',
  usage: '<bash|zsh|fish>',
  summary: 'Print a shell completion script: source <(errand completion bash)',
  isKeyless: true,
  async run(context) {
    const shell = argument(context, 0, 'shell: bash, zsh or fish');
    const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (!write) throw new UsageError(`Supported shells: ${Object.keys(shells).join(', ')}.`);
    const known = commands().map(({ name, summary, options }) => ({
      name,
      summary,
      flags: Object.keys({ ...options, ...shared }).map((flag) => `--${flag}`),
    }));
    context.out(write(known));
    return exitCodes.fine;
  },
});

const commandNames = (known: Known[]): string[] => [...new Set(known.map(({ name }) => name.split(' ')[0] ?? ''))];
const subcommandNames = (known: Known[], first: string): string[] =>
  known.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

function bash(known: Known[]): string {
  const choice = (when: string, words: string[]) => `    ${when}) words="${words.join(' ')}" ;;`;
  const groups = commandNames(known).map((first) => choice(first, subcommandNames(known, first)));
  const flags = known.map((each) => choice(`"${each.name}${each.name.includes(' ') ? '' : ' '}"*`, each.flags));
  return `_errand() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [[ "$current" == -* ]] && [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${flags.join('\n')}
    esac
  elif [ "$COMP_CWORD" -eq 1 ]; then
    words="${commandNames(known).join(' ')} --help --version"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${groups.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _errand errand
`;
}

/** zsh runs bash completions once its own are on. */
function zsh(known: Known[]): string {
  return `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\nautoload -U +X bashcompinit && bashcompinit\n${bash(known)}`;
}

function fish(known: Known[]): string {
  const quoted = (words: string) => `'${words.replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = known.flatMap(({ name, summary, flags }) => {
    const [first = '', second] = name.split(' ');
    const at = second
      ? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
      : `__fish_seen_subcommand_from ${first}`;
    const word = second
      ? `-n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(summary)}`
      : `-n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`;
    return [word, ...flags.map((flag) => `-n '${at}' -l ${flag.slice(2)}`)].map((rest) => `complete -c errand ${rest}`);
  });
  const groups = commandNames(known).filter((first) => subcommandNames(known, first).length > 0);
  const heads = groups.map((first) => `complete -c errand -n __fish_use_subcommand -a ${first}`);
  return `${[...heads, ...lines].join('\n')}\n`;
}
