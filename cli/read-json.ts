import { readFile } from 'node:fs/promises';
import { type Context, UsageError } from './command.ts';

/** Reads a JSON file; "-" is standard input. */
export async function readJson(context: Context, path: string): Promise<unknown> {
  try {
    return JSON.parse(path === '-' ? await input(context) : await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${error.message}`);
    if (!(error instanceof Error)) throw error;
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new UsageError(isMissing ? `File not found: ${path}.` : `${path}: ${error.message}`);
  }
}

async function input({ lines }: Context): Promise<string> {
  let content = '';
  for await (const line of lines()) content += `${line}\n`;
  return content;
}
