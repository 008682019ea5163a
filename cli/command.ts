import type { Client } from '../sdk/src/index.ts';

/** Where a command reads its settings and writes its words. */
export interface Io {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** What is typed or sent to the command, line by line. */
  lines(): AsyncIterable<string>;
  /** Whether somebody watches: progress is only drawn then. */
  isTerminal: boolean;
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
  argumentsMost: number;
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

/** A mistake of whoever typed the command, or in the file they named. */
export class UsageError extends Error {}

export function argument({ arguments: given }: Context, place: number, name: string): string {
  const value = given[place];
  if (value === undefined) throw new UsageError(`Say which ${name}: see --help.`);
  return value;
}
