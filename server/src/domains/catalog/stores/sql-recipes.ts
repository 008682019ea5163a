import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RecipeVersions, SessionRecording } from '../../../connectors/browser/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/storable-text.ts';
import type { Database, Executor, Row } from '../../../platform/database/index.ts';

type VersionRow = Row<'recipe_versions'>;

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Numbers recipe versions and records successful ones. */
export function createRecipeVersions({ db }: Pick<Database, 'db'>, { now }: Pick<Clock, 'now'>): RecipeVersions {
  return {
    async register(name, text) {
      const checksum = checksumOf(text);
      const row = (await findByChecksum(db, name, checksum)) ?? (await addVersion(db, { name, text, checksum }, now()));
      const [before] = (await listRecipeVersions(db, name))
        .filter(({ proven_at: at, version }) => at !== null && version !== row.version)
        .toSorted((one, other) => Number(other.proven_at) - Number(one.proven_at) || other.version - one.version);
      return {
        version: row.version,
        isProven: row.proven_at !== null,
        failure: row.failure,
        before: before ? { version: before.version, text: before.recipe } : null,
      };
    },
    async markProven(name, version) {
      await sql`update recipe_versions set proven_at = ${now()}, failure = null
        where name = ${name} and version = ${version}`.execute(db);
    },
    async markFailed(name, version, failure) {
      await sql`update recipe_versions set failure = ${cutText(failure, 1000)}
        where name = ${name} and version = ${version} and proven_at is null`.execute(db);
    },
  };
}

async function findByChecksum(executor: Executor, name: string, checksum: string): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    select * from recipe_versions where name = ${name} and checksum = ${checksum}`.execute(executor);
  return rows[0] ?? null;
}

/** One process numbers a new version. */
async function addVersion(
  executor: Executor,
  { name, text, checksum }: { name: string; text: string; checksum: string },
  now: Date,
): Promise<VersionRow> {
  for (let tries = 0; tries < 5; tries += 1) {
    await sql`
      insert into recipe_versions (name, version, checksum, recipe, added_at, proven_at)
      select ${name}, coalesce(max(version), 0) + 1, ${checksum}, ${text}, ${now}::timestamptz,
        case when count(*) = 0 then ${now}::timestamptz end
      from recipe_versions where name = ${name}
      on conflict do nothing`.execute(executor);
    const row = await findByChecksum(executor, name, checksum);
    if (row) return row;
  }
  throw new Error(`The recipe ${name} could not be assigned a version.`);
}

/** Records which version bought an order. */
export async function noteRecipePurchase(executor: Executor, recording: SessionRecording, now: Date): Promise<void> {
  const { reference, recipe, recipeVersion, isPressed } = recording;
  if (recipeVersion === null || !isPressed) return;
  await sql`
    insert into recipe_purchases (reference, recipe, version, pressed_at)
    values (${reference}, ${recipe}, ${recipeVersion}, ${now})
    on conflict (reference) do update
    set recipe = excluded.recipe, version = excluded.version, pressed_at = excluded.pressed_at`.execute(executor);
}

export async function findRecipeOf(
  executor: Executor,
  reference: string,
): Promise<{ name: string; version: number } | null> {
  const { rows } = await sql<{ name: string; version: number }>`
    select recipe as name, version from recipe_purchases where reference = ${reference}`.execute(executor);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listRecipeVersions(executor: Executor, name: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select * from recipe_versions where name = ${name} order by version desc`.execute(executor);
  return rows;
}
