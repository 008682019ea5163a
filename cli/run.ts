import { parseArgs } from 'node:util';
import { ConnectionError, createClient, ErrandError } from '../sdk/src/index.ts';
import { type Command, type Context, exitCodes, type Io, UsageError } from './command.ts';
import { bulkPlace } from './commands/bulk-place.ts';
import { bulkResults } from './commands/bulk-results.ts';
import { bulkTemplate } from './commands/bulk-template.ts';
import { bulkValidate } from './commands/bulk-validate.ts';
import { keysMint } from './commands/keys-mint.ts';
import { mcp } from './commands/mcp.ts';
import { ordersGet } from './commands/orders-get.ts';
import { ordersList } from './commands/orders-list.ts';
import { ordersTrack } from './commands/orders-track.ts';

const commands: Command[] = [
  bulkTemplate,
  bulkValidate,
  bulkPlace,
  bulkResults,
  ordersList,
  ordersGet,
  ordersTrack,
  keysMint,
  mcp,
];

const shared: NonNullable<Command['options']> = {
  url: { type: 'string', help: 'Where the service runs (ERRAND_BASE_URL; default http://127.0.0.1:8080)' },
  key: { type: 'string', help: 'The API key (ERRAND_API_KEY)' },
  help: { type: 'boolean', short: 'h', help: 'Show this' },
};

/** The whole command: finds what was asked for, runs it, and turns what went wrong into words and an exit code. */
export async function run(args: string[], io: Io): Promise<number> {
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (!command) {
    const wantsHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
    if (!wantsHelp) io.err(`errand has no command "${args.slice(0, 2).join(' ')}".\n\n`);
    (wantsHelp ? io.out : io.err)(overview());
    return wantsHelp ? exitCodes.fine : exitCodes.misused;
  }
  try {
    const context = contextOf(command, args.slice(command.name.split(' ').length), io);
    if (context.options.help) {
      io.out(helpFor(command));
      return exitCodes.fine;
    }
    return await command.run(context);
  } catch (error) {
    return explain(error, io);
  }
}

function contextOf(command: Command, args: string[], io: Io): Context {
  const options = { ...shared, ...command.options };
  const { positionals, values } = parse(args, options);
  if (positionals.length > command.argumentsMost) {
    throw new UsageError(`"${positionals[command.argumentsMost]}" is one argument too many: see --help.`);
  }
  const baseUrl = values.url ?? io.env.ERRAND_BASE_URL ?? 'http://127.0.0.1:8080';
  if (!URL.canParse(String(baseUrl))) throw new UsageError(`"${baseUrl}" is not the address of a service.`);
  const apiKey = (values.key ?? io.env.ERRAND_API_KEY) as string | undefined;
  const client = createClient({ baseUrl: String(baseUrl), apiKey });
  return { ...io, client, baseUrl: String(baseUrl), apiKey, arguments: positionals, options: values };
}

function parse(args: string[], options: NonNullable<Command['options']>) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    return { positionals, values: values as Context['options'] };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function explain(error: unknown, io: Io): number {
  if (error instanceof UsageError) {
    io.err(`${error.message}\n`);
    return exitCodes.misused;
  }
  if (error instanceof ErrandError) {
    const hint = error.code === 'unauthorized' ? ' Set ERRAND_API_KEY, or mint a test key: errand keys mint' : '';
    const id = error.status >= 500 && error.requestId ? ` (request ${error.requestId})` : '';
    io.err(`${error.message}${hint}${id}\n`);
    return exitCodes.unavailable;
  }
  if (error instanceof ConnectionError) {
    io.err(`${error.message}\nIs the service running there? Say where with --url or ERRAND_BASE_URL.\n`);
    return exitCodes.unavailable;
  }
  throw error;
}

function overview(): string {
  const width = Math.max(...commands.map((command) => titleOf(command).length));
  const lines = commands.map((command) => `  ${titleOf(command).padEnd(width)}  ${command.summary}`);
  return `Orders from online retailers, on the command line.

Usage: errand <command>

${lines.join('\n')}

Options of every command:
${optionLines(shared)}

Exit codes: 0 fine, 1 the answer is no (a row is wrong, an order failed), 2 the command or file is wrong, 3 the service refused
or cannot be reached.
`;
}

const titleOf = (command: Command): string => `${command.name} ${command.usage}`.trim();

const helpFor = (command: Command): string =>
  `${command.summary}\n\nUsage: errand ${titleOf(command)}\n\n${optionLines({ ...command.options, ...shared })}\n`;

function optionLines(options: NonNullable<Command['options']>): string {
  const flags = Object.entries(options).map(([name, option]) => ({
    flag: `${option.short ? `-${option.short}, ` : ''}--${name}${option.type === 'string' ? ' <…>' : ''}`,
    help: option.help,
  }));
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  return flags.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`).join('\n');
}
