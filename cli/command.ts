import type { Client } from '../sdk/src/index.ts';

/** Where a command reads its settings and writes its words. */
export interface Io {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** What is typed or sent to the command, line by line. */
  lines(): AsyncIterable<string>;
  /** Whether the output is a terminal that a person watches: progress is only drawn then. */
  isTerminal: boolean;
  /** Whether words may be coloured; not unless told. */
  isColoured?: boolean;
  /** Runs a command on this machine's own service and database; missing where only the client is installed. */
  runLocal?(name: string, context: Context): Promise<number>;
}

export interface Context extends Io {
  client: Client;
  baseUrl: string;
  apiKey: string | undefined;
  arguments: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /** As it is typed, such as "bulk place". */
  name: string;
  /** What comes after the name. */
  usage: string;
  summary: string;
  argumentsMax: number;
  /** Works without a key: none is minted for it. */
  isKeyless?: boolean;
  options?: Record<string, { type: 'string' | 'boolean'; short?: string; help: string }>;
  /** Resolves to the exit code. */
  run(context: Context): Promise<number>;
}

export const exitCodes = {
  fine: 0,
  /** The answer is no: rows cannot be ordered, or orders failed. */
  refused: 1,
  /** The command or the file cannot be understood. */
  misused: 2,
  /** The service refused the request or could not be reached. */
  unavailable: 3,
} as const;

/** A mistake in the command as it was typed, or in the file that it names. */
export class UsageError extends Error {}

export function argument({ arguments: given }: Context, place: number, name: string): string {
  const value = given[place];
  if (value === undefined) throw new UsageError(`${name} is required. See --help.`);
  return value;
}

export function text({ options }: Context, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** One of a few words. The service says which there are if this is none of them. */
export const choice = <Word extends string>(context: Context, name: string): Word | undefined =>
  text(context, name) as Word | undefined;

export function wholeNumber(context: Context, name: string, otherwise: number): number {
  const value = Number(context.options[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} must be a whole number of at least 1.`);
  return value;
}

/** The answer for programs with --json, and for people without. */
export function show(context: Context, value: unknown, words: () => string): void {
  context.out(context.options.json ? `${JSON.stringify(value, null, 2)}\n` : words());
}
