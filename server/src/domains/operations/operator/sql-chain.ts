import { sql } from 'kysely';
import {
  type AuditHead,
  compareWithHeads,
  type ExportedHeads,
  type HeadProblem,
  operatorChain,
} from '../../../kit/audit-heads.ts';
import { hourMs, plusMs } from '../../../kit/clock.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import type { AuditKeys, SignLink } from '../../../platform/secrets/index.ts';

/** The text a link signs. PostgreSQL writes it, so parsing cannot change it. */
interface EntryText {
  id: number;
  entry: string;
}

const entryText = sql`json_build_array(l.id, extract(epoch from l.at)::text, l.operator, l.action, l.subject_type, l.subject_id,
  l.before::text, l.after::text, l.note)::text`;

const firstHash = Buffer.alloc(32);
const coveredBy = (before: Buffer, { entry }: EntryText): Buffer => Buffer.concat([before, Buffer.from(entry)]);

interface Link {
  position: number;
  entry_id: number;
  hash: Buffer;
}

async function lastLink(executor: Executor): Promise<Link | null> {
  const { rows } = await sql<Link>`select * from audit_links order by position desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** A transaction may commit later than one with a higher id, so this many earlier ids are searched too. */
const lateIds = 10_000;
const linkedAtOnce = 500;

/** Links new entries in the order of their ids. `isDone` is false if more are waiting. */
export async function linkEntries(tx: Tx, sign: SignLink): Promise<{ linked: number; isDone: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtext('audit links'))`.execute(tx);
  const last = await lastLink(tx);
  const { rows } = await sql<EntryText>`
    select l.id, ${entryText} as entry from audit_log l
    where l.id > ${(last?.entry_id ?? 0) - lateIds} and not exists (select from audit_links where entry_id = l.id)
    order by l.id limit ${linkedAtOnce}`.execute(tx);
  let hash = last?.hash ?? firstHash;
  const links = rows.map((row, index) => {
    hash = sign(coveredBy(hash, row));
    return { position: (last?.position ?? 0) + index + 1, entry_id: row.id, hash: hash.toString('hex') };
  });
  await sql`
    insert into audit_links select position, entry_id, decode(hash, 'hex')
    from json_to_recordset(${JSON.stringify(links)}::json) as row (position bigint, entry_id bigint, hash text)`.execute(
    tx,
  );
  return { linked: links.length, isDone: links.length < linkedAtOnce };
}

export async function operatorHead(executor: Executor): Promise<AuditHead | null> {
  const last = await lastLink(executor);
  return last && { chain: operatorChain, length: last.position, hash: last.hash.toString('hex') };
}

interface LinkedEntry extends Link {
  /** Null: the entry was deleted. */
  entry: string | null;
}

const perPage = 1000;

async function* readLinks(executor: Executor): AsyncGenerator<LinkedEntry> {
  for (let after = 0; ; ) {
    const { rows } = await sql<LinkedEntry>`
      select k.position, k.entry_id, k.hash, case when l.id is not null then ${entryText} end as entry
      from audit_links k left join audit_log l on l.id = k.entry_id
      where k.position > ${after} order by k.position limit ${perPage}`.execute(executor);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < perPage) return;
    after = last.position;
  }
}

export async function verifyEntries(
  executor: Executor,
  { keys, heads, now }: { keys: AuditKeys; heads: ExportedHeads; now: Date },
): Promise<{ links: number; problems: HeadProblem[] }> {
  const exported = compareWithHeads(heads, operatorChain);
  const problems: HeadProblem[] = [];
  const note = (position: number, problem: string | null) => {
    if (problem !== null) problems.push({ chain: operatorChain, position, problem });
  };
  let hash: Buffer = firstHash;
  let position = 0;
  for await (const link of readLinks(executor)) {
    position += 1;
    if (link.position !== position) note(position, 'a link is missing');
    else if (link.entry === null) note(position, `entry ${link.entry_id} is missing`);
    else if (!keys.isSigned(coveredBy(hash, { id: link.entry_id, entry: link.entry }), link.hash))
      note(position, `entry ${link.entry_id} was changed`);
    else note(position, exported.link(position, link.hash));
    hash = link.hash;
    position = link.position;
  }
  note(position, exported.end(position));
  for (const id of await unlinkedBefore(executor, plusMs(now, -hourMs))) note(0, `entry ${id} has no link`);
  return { links: position, problems };
}

/**
 * Entries are linked within a minute. An older one without a link was not written by the service, or no worker runs.
 */
async function unlinkedBefore(executor: Executor, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from audit_log l where l.at < ${before} and not exists (select from audit_links where entry_id = l.id)
    order by l.id limit 100`.execute(executor);
  return rows.map(({ id }) => id);
}
