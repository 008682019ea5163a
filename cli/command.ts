import type { Client } from '../sdk/src/index.ts';

export interface Io {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Standard input, line by line. */
  lines(): AsyncIterable<string>;
  /** Whether a person watches the terminal. Progress is only drawn then. */
  isTerminal: boolean;
  /** Default: no colors. */
  isColoured?: boolean;
  /** Runs a command on this machine's service and database. Missing if only the client is installed. */
  runLocal?(name: string, context: Context): Promise<number>;
}

export interface Context extends Io {
  client: Client;
  baseUrl: string;
  apiKey: string | undefined;
  /** Headers of every request, such as a person's session. */
  headers?: Record<string, string>;
  arguments: string[];
  options: Record<string, string | boolean | string[] | undefined>;
}

export interface Command {
  /** As typed, such as "bulk place". */
  name: string;
  /** Arguments and required options, such as "<order id>". */
  usage?: string;
  summary: string;
  /** What follows `errand`. */
  examples?: string[];
  /** Works, but is not listed. */
  isEarlierName?: boolean;
  /** Needs no key, so none is created for it. */
  isKeyless?: boolean;
  options?: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean; help: string }>;
  /** Returns the exit code. */
  run(context: Context): Promise<number>;
}

export const exitCodes = {
  fine: 0,
  /** The answer is no: rows cannot be ordered, or orders failed. */
  refused: 1,
  /** The command or the file is invalid. */
  misused: 2,
  /** The service refused the request or is unreachable. */
  unavailable: 3,
} as const;

/** A mistake in the command line, or in the file it names. */
export class UsageError extends Error {}

export function argument({ arguments: given }: Context, place: number, name: string): string {
  const value = given[place];
  if (value === undefined) throw new UsageError(`Missing ${name}. See --help.`);
  return value;
}

export function text({ options }: Context, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that can be repeated. */
export function texts({ options }: Context, name: string): string[] {
  const values = options[name];
  return Array.isArray(values) ? values : [];
}

/** Headers from options such as --header "Prefer: payment-link". */
export function headersFrom(context: Context): Record<string, string> {
  return Object.fromEntries(
    texts(context, 'header').map((header) => {
      const [, name, value] = /^([^:\s]+):([^\r\n]*)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`"${header}" is not a header. Use "Name: value".`);
      return [name.toLowerCase(), value.trim()];
    }),
  );
}

/** One of a few values. The service lists them if this is none of them. */
export const choice = <Word extends string>(context: Context, name: string): Word | undefined =>
  text(context, name) as Word | undefined;

export function wholeNumber(context: Context, name: string, otherwise: number): number {
  const value = Number(context.options[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} must be a whole number of at least 1.`);
  return value;
}

/** Prints JSON with --json, and text otherwise. */
export function show(context: Context, value: unknown, words: () => string): void {
  context.out(context.options.json ? `${JSON.stringify(value, null, 2)}\n` : words());
}
