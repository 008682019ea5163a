import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listRecipeVersions } from '../domains/catalog/stores/index.ts';
import { commandLine, recordAction } from '../domains/operations/operator/index.ts';
import { systemClock } from '../kit/clock.ts';
import { Failure } from '../kit/failure.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';

/** Lists every version of a recipe, newest first. */
export async function listRecipeVersionsText({ db }: Database, name: string): Promise<string> {
  const rows = await listRecipeVersions(db, name);
  const line = ({ version, checksum, added_at: at, proven_at: proven, failure }: (typeof rows)[number]) => {
    const state = proven ? `passed the final check ${proven.toISOString()}` : (failure ?? 'not tried yet');
    return `${name}@${version}  ${checksum.slice(0, 12)}  ${at.toISOString()}  ${state}`;
  };
  return rows.map(line).join('\n') || `No version of ${name} has been used yet.`;
}

/** Restores an earlier version for all processes. */
export async function restoreRecipeText({ db }: Database, { dataDir }: Config, subject: string): Promise<string> {
  const [name = '', number = ''] = subject.split('@');
  const row = (await listRecipeVersions(db, name)).find(({ version }) => String(version) === number);
  if (!row)
    throw new Failure(
      'not_found',
      404,
      `Recipe ${subject} not found. To list versions, run recipes versions ${name || '<name>'}.`,
    );
  const folder = join(dataDir, 'recipes');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  // Renamed into place, so no process reads half a file.
  await writeFile(`${file}.new`, `${JSON.stringify(JSON.parse(row.recipe), null, 2)}\n`);
  await inTransaction(db, (tx) =>
    recordAction(
      { tx, clock: systemClock },
      {
        operator: commandLine,
        name: 'recipe.restored',
        subject: { type: 'store', id: name },
        after: { version: row.version },
      },
    ),
  );
  await rename(`${file}.new`, file);
  return `Restored ${file} to version ${row.version}.`;
}
