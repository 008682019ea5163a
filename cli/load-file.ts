import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CsvFile, readCsv, UnreadableFile } from '../sdk/src/read-csv.ts';
import { type Context, UsageError } from './command.ts';

export interface LoadedFile extends CsvFile {
  name: string;
  bytes: Buffer;
}

export async function loadFile({ arguments: [path] }: Context): Promise<LoadedFile> {
  if (path === undefined) throw new UsageError('A file is required: errand bulk … orders.csv');
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `File not found: ${path}.` : `${path}: ${error.message}`);
  });
  try {
    return { name: basename(path), bytes, ...readCsv(bytes) };
  } catch (error) {
    if (error instanceof UnreadableFile) throw new UsageError(error.message);
    throw error;
  }
}
