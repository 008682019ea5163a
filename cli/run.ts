import { parseArgs } from 'node:util';
import { ApiError, ConnectionError, createClient, ErrandError } from '../sdk/src/index.ts';
import { type Command, type Context, exitCodes, type Io, UsageError } from './command.ts';
import { completionOf } from './commands/completion.ts';
import { commandGroups } from './commands/index.ts';
import { createKeyFile } from './key-file.ts';
import { version } from './version.ts';

const shared: NonNullable<Command['options']> = {
  url: { type: 'string', help: 'URL of the service (ERRAND_BASE_URL; default http://127.0.0.1:8080)' },
  key: { type: 'string', help: 'API key (ERRAND_API_KEY)' },
  json: { type: 'boolean', help: 'Print JSON' },
  help: { type: 'boolean', short: 'h', help: 'Show help' },
};

const commands: Command[] = [...Object.values(commandGroups).flat(), completionOf(() => commands, shared)];

const exitCodeTexts =
  'Exit codes: 0 success, 1 negative result (invalid row, failed order), 2 invalid command or file, 3 request failed\nor service unreachable.';

/** Finds and runs the command. Turns errors into a message and an exit code. */
export async function run(given: string[], io: Io): Promise<number> {
  const args = withOptionsLast(given);
  if (args[0] === 'help') return run([...args.slice(1), '--help'], io);
  if (['version', '--version', '-V'].includes(args[0] ?? '')) {
    io.out(`${version()}\n`);
    return exitCodes.fine;
  }
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (!command) {
    const end = args.findIndex((arg) => arg.startsWith('-'));
    const words = end < 0 ? args : args.slice(0, end);
    const group = commandsIn(words.join(' '));
    if (group.length > 0) {
      io.out(overview(group, words));
      return exitCodes.fine;
    }
    const unknown = new UsageError(`errand has no command "${words.slice(0, 2).join(' ')}".`);
    return explain(unknown, io, args, suggestion(words[0] ?? ''));
  }
  try {
    const context = await contextOf(command, args.slice(command.name.split(' ').length), io);
    if (context.options.help) {
      io.out(helpFor(command));
      return exitCodes.fine;
    }
    return await command.run(context);
  } catch (error) {
    return explain(error, io, args);
  }
}

/** Shared options may come before the command. */
function withOptionsLast(args: string[]): string[] {
  let count = 0;
  while (count < args.length) {
    const [flag = '', value] = (args[count] ?? '').split('=', 2);
    const option = flag.startsWith('--') ? shared[flag.slice(2)] : undefined;
    if (!option || option === shared.help) break;
    count += option.type === 'string' && value === undefined ? 2 : 1;
  }
  return [...args.slice(count), ...args.slice(0, count)];
}

/** The commands below this one, such as "orders". */
const commandsIn = (group: string): Command[] =>
  group === '' ? commands : commands.filter((each) => each.name.startsWith(`${group} `) && !each.isEarlierName);

function suggestion(word: string): string {
  const firsts = [
    ...new Set(commands.flatMap(({ name, isEarlierName }) => (isEarlierName ? [] : (name.split(' ')[0] ?? '')))),
  ];
  const nearest =
    firsts.find((first) => editDistance(first, word) <= 2) ?? firsts.find((first) => first.startsWith(word));
  const all = 'errand --help lists every command.\n';
  if (nearest === undefined) return all;
  return `Did you mean one of these?\n${commandLines(commands.filter(({ name }) => name.split(' ')[0] === nearest))}\n${all}`;
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** One for each placeholder; "…" stands for many. */
function argumentsMax({ usage = '' }: Command): number {
  const [places = ''] = usage.split('--');
  return places.includes('…') ? 50 : (places.match(/[<[]/g)?.length ?? 0);
}

async function contextOf(command: Command, args: string[], io: Io): Promise<Context> {
  const options = { ...shared, ...command.options };
  const { positionals, values } = parse(args, options);
  const surplus = positionals[argumentsMax(command)];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}". See --help.`);
  const baseUrl = String(values.url ?? io.env.ERRAND_BASE_URL ?? 'http://127.0.0.1:8080').replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(baseUrl)) throw new UsageError(`"${baseUrl}" is not a service URL.`);
  const given = typeof values.key === 'string' ? values.key : io.env.ERRAND_API_KEY;
  const known = given ?? (await createKeyFile(io).get(baseUrl));
  const isNeeded = !command.isKeyless && !values.help;
  const apiKey = known ?? (isNeeded ? await firstKey(io, baseUrl) : undefined);
  const client = createClient({ baseUrl, apiKey });
  return { ...io, client, baseUrl, apiKey, arguments: positionals, options: values };
}

/** The first command that needs a key creates a sandbox key and says so. */
async function firstKey(io: Io, baseUrl: string): Promise<string> {
  const minted = await createClient({ baseUrl }).mintSandboxKey({ body: { name: 'errand' } });
  const kept = createKeyFile(io);
  await kept.keep(baseUrl, minted.api_key);
  io.err(`Created a sandbox key, saved in ${kept.file}.\nClaim it for your account: ${minted.claim_url}\n\n`);
  return minted.api_key;
}

function parse(args: string[], options: NonNullable<Command['options']>) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    return { positionals, values: values as Context['options'] };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Ends the text with one period. */
const sentence = (text: string): string =>
  /[?!…]$/.test(text.trim()) ? text.trim() : `${text.trim().replace(/(?<!\.)\.+$/, '')}.`;

function explain(error: unknown, io: Io, args: string[], more = ''): number {
  if (!(error instanceof UsageError || error instanceof ErrandError)) throw error;
  const code = error instanceof UsageError ? exitCodes.misused : exitCodes.unavailable;
  if (args.includes('--json')) {
    io.err(`${JSON.stringify({ error: errorFields(error) })}\n`);
    return code;
  }
  const hint = hintFor(error);
  const id = error instanceof ApiError && error.status >= 500 && error.requestId ? ` (request ${error.requestId})` : '';
  io.err(`${sentence(error.message)}${hint === null ? '' : ` ${sentence(hint)}`}${id}\n${more}`);
  return code;
}

function hintFor(error: UsageError | ErrandError): string | null {
  if (error instanceof ConnectionError)
    return 'Is the service running there? Set its URL with --url or ERRAND_BASE_URL.';
  if (!(error instanceof ApiError)) return null;
  return error.code === 'unauthorized'
    ? 'Sign in with errand login, set ERRAND_API_KEY, or start over with errand keys forget.'
    : error.nextStep;
}

/** The error as --json prints it to standard error. */
function errorFields(error: UsageError | ErrandError) {
  const { message } = error;
  if (error instanceof UsageError) return { code: 'usage', message, request_id: null, retryable: false };
  const { code, requestId, retryable } = error;
  const known = { code, message, request_id: requestId, retryable };
  if (!(error instanceof ApiError)) return known;
  const { status, details, docs } = error;
  return { ...known, status, details, next_step: hintFor(error), docs };
}

/** Every command under its heading. */
function groupLines(): string {
  const known = new Set(Object.values(commandGroups).flat());
  const groups = { ...commandGroups, Other: commands.filter((command) => !known.has(command)) };
  const shown = Object.entries(groups).map(([title, group]) => `${title}:\n${commandLines(group)}`);
  return shown.join('\n\n');
}

function commandLines(given: readonly Command[]): string {
  const some = given.filter(({ isEarlierName }) => !isEarlierName);
  const width = Math.max(...some.map((command) => titleOf(command).length));
  return some.map((command) => `  ${titleOf(command).padEnd(width)}  ${command.summary}`).join('\n');
}

function overview(some: readonly Command[], group: string[]): string {
  return `Place orders with online stores from the command line.

Usage: ${['errand', ...group].join(' ')} <command>

${some === commands ? groupLines() : commandLines(some)}

Global options:
${optionLines(shared)}

${exitCodeTexts}
`;
}

const titleOf = (command: Command): string => `${command.name} ${command.usage ?? ''}`.trim();

function helpFor(command: Command): string {
  const examples = (command.examples ?? []).map((example) => `  errand ${example}`);
  const below = commandsIn(command.name);
  return [
    command.summary,
    `Usage: errand ${titleOf(command)} [options]`,
    ...(below.length > 0 ? [`Commands:\n${commandLines(below)}`] : []),
    ...(examples.length > 0 ? [`Examples:\n${examples.join('\n')}`] : []),
    `Options:\n${optionLines({ ...command.options, ...shared })}`,
    `${exitCodeTexts}\n`,
  ].join('\n\n');
}

function optionLines(options: NonNullable<Command['options']>): string {
  const flags = Object.entries(options).map(([name, option]) => ({
    flag: `${option.short ? `-${option.short}, ` : ''}--${name}${option.type === 'string' ? ' <…>' : ''}`,
    help: option.help,
  }));
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  return flags.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`).join('\n');
}
