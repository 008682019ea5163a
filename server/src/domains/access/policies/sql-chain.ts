import { hash as digest } from 'node:crypto';
import { sql } from 'kysely';
import { type AuditHead, compareWithHeads, type ExportedHeads, policyChain } from '../../../kit/audit-heads.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row, Tables } from '../../../platform/database/index.ts';
import type { AuditKeys, SignLink } from '../../../platform/secrets/index.ts';
import type { Decision } from './model.ts';

export interface DecisionRow extends Row<'policy_decisions'> {
  world: World;
  decision: Decision;
  /** Canonical JSON: the very text that was hashed. */
  inputs: Tables['policy_decisions']['inputs'];
}

export type NewDecision = Omit<DecisionRow, 'account_id' | 'world' | 'position' | 'hash'>;

const firstHash = Buffer.alloc(32);

/** What a link's hash covers: every column and the link before it. */
function coveredBy(before: Buffer, row: Omit<DecisionRow, 'hash'>): Buffer {
  const { account_id, world, position, order_id, key_id, decision, rule, inputs, created_at } = row;
  const parts = [account_id, world, position, order_id, key_id, decision, rule, inputs, created_at.toISOString()];
  const text = JSON.stringify(parts);
  const covered = Buffer.allocUnsafe(before.length + Buffer.byteLength(text));
  before.copy(covered);
  covered.write(text, before.length);
  return covered;
}

/** Where a chain ends, and how often what binds its account was changed. */
export interface ChainHead {
  length: number;
  hash: Buffer;
  epoch: number;
}

export interface Owner {
  accountId: string;
  world: World;
}

/**
 * Locks the ends of chains, in one order, until the transaction ends: purchases of an account are decided one after the other, and
 * its policies cannot change meanwhile, because writing one moves the epoch. A chain that is not there yet begins.
 */
export async function lockChains(executor: Executor, owners: readonly Owner[]): Promise<Map<string, ChainHead>> {
  const names = [...new Set(owners.map(chainName))].map((name) => name.split(' '));
  const wanted = sql`unnest(${names.map(([id]) => id)}::uuid[], ${names.map(([, world]) => world)}::text[])`;
  const { rows } = await sql<ChainHead & { account_id: string; world: World }>`
    select account_id, world, length, hash, epoch from policy_chains
    where (account_id, world) in (select * from ${wanted}) order by account_id, world for update`.execute(executor);
  if (rows.length < names.length) {
    await sql`
      insert into policy_chains (account_id, world, length, hash) select *, 0, ${firstHash}::bytea from ${wanted} as w (id, world)
      order by id, world on conflict do nothing`.execute(executor);
    return lockChains(executor, owners);
  }
  return new Map(
    rows.map(({ account_id: accountId, world, ...head }) => [chainName({ accountId, world }), head] as const),
  );
}

export const chainName = ({ accountId, world }: Owner): string => `${accountId} ${world}`;

export interface Appended {
  of: Owner;
  /** Where the chain ends, which the transaction has locked. */
  head: ChainHead;
  decisions: readonly NewDecision[];
}

const bytes = (value: Buffer): string => `\\x${value.toString('hex')}`;

/** Adds decisions to the ends of chains, and says where each of them ends now. */
export async function appendDecisions(
  executor: Executor,
  sign: SignLink,
  chains: readonly Appended[],
): Promise<ChainHead[]> {
  const links: unknown[] = [];
  const heads = chains.map(({ of: { accountId: account_id, world }, head, decisions }) => {
    let { length: position, hash } = head;
    for (const decision of decisions) {
      position += 1;
      const row = { ...decision, account_id, world, position };
      hash = sign(coveredBy(hash, row));
      links.push({ ...row, hash: bytes(hash) });
    }
    return { account_id, world, length: position, hash, epoch: head.epoch };
  });
  const ends = heads.map(({ hash, ...head }) => ({ ...head, hash: bytes(hash) }));
  await sql`
    with appended as (
      insert into policy_decisions (account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, hash)
      select account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, hash
      from json_to_recordset(${JSON.stringify(links)}::json) as link (account_id uuid, world text, position bigint,
        order_id uuid, key_id uuid, decision text, rule text, inputs text, created_at timestamptz, hash bytea)
    )
    update policy_chains c set length = ends.length, hash = ends.hash
    from json_to_recordset(${JSON.stringify(ends)}::json) as ends (account_id uuid, world text, length bigint, hash bytea)
    where c.account_id = ends.account_id and c.world = ends.world`.execute(executor);
  return heads.map(({ length, hash, epoch }) => ({ length, hash, epoch }));
}

const perPage = 1000;

/** An account's decisions in their order, a page at a time. */
export async function* readDecisions(
  executor: Executor,
  of: { accountId: string; world: World },
): AsyncGenerator<DecisionRow> {
  let after = 0;
  while (true) {
    const { rows } = await sql<DecisionRow>`
      select * from policy_decisions where account_id = ${of.accountId} and world = ${of.world} and position > ${after}
      order by position limit ${perPage}`.execute(executor);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < perPage) return;
    after = last.position;
  }
}

export interface ChainProblem {
  accountId: string;
  world: World;
  position: number;
  problem: string;
}

/** Where every chain ends. */
export async function listPolicyHeads(executor: Executor): Promise<AuditHead[]> {
  const { rows } = await sql<{ account_id: string; world: World; length: number; hash: Buffer }>`
    select account_id, world, length, hash from policy_chains where length > 0`.execute(executor);
  return rows.map(({ account_id: id, world, length, hash }) => ({
    chain: policyChain(id, world),
    length,
    hash: hash.toString('hex'),
  }));
}

export async function hasDecisions(executor: Executor): Promise<boolean> {
  const { rows } = await sql`select from policy_decisions limit 1`.execute(executor);
  return rows.length > 0;
}

interface Checks {
  keys: AuditKeys;
  heads: ExportedHeads;
}

/** Links from before links had a key are plain hashes. One that is younger was made by somebody who has no key. */
function isGenuine({ keys }: Checks, before: Buffer, row: DecisionRow): boolean {
  const covered = coveredBy(before, row);
  if (keys.isSigned(covered, row.hash)) return true;
  if (keys.plainUntil !== null && row.created_at >= keys.plainUntil) return false;
  return digest('sha256', covered, 'buffer').equals(row.hash);
}

/** Walks every chain; an empty answer says that not one byte was changed, added or taken away. */
export async function verifyChains(
  executor: Executor,
  checks: Checks,
): Promise<{ chains: number; links: number; problems: ChainProblem[] }> {
  const { rows: chains } = await sql<{ account_id: string; world: World; length: number; hash: Buffer }>`
    select account_id, world, length, hash from policy_chains order by account_id, world`.execute(executor);
  const problems = [...(await orphansIn(executor)), ...(await missingIn(executor, checks.heads))];
  let links = 0;
  for (const chain of chains) {
    const of = { accountId: chain.account_id, world: chain.world };
    const exported = compareWithHeads(checks.heads, policyChain(of.accountId, of.world));
    let hash: Buffer = firstHash;
    let position = 0;
    for await (const row of readDecisions(executor, of)) {
      links += 1;
      position += 1;
      const differs = exported.link(row.position, row.hash);
      if (row.position !== position) problems.push({ ...of, position, problem: 'a decision is missing' });
      else if (!isGenuine(checks, hash, row)) problems.push({ ...of, position, problem: 'a decision was changed' });
      else if (differs !== null) problems.push({ ...of, position, problem: differs });
      hash = row.hash;
      position = row.position;
    }
    const truncated = exported.end(position);
    if (position !== chain.length)
      problems.push({ ...of, position, problem: `the chain should have ${chain.length} decisions` });
    else if (!hash.equals(chain.hash)) problems.push({ ...of, position, problem: 'the last decision was changed' });
    else if (truncated !== null) problems.push({ ...of, position, problem: truncated });
  }
  return { chains: chains.length, links, problems };
}

async function orphansIn(executor: Executor): Promise<ChainProblem[]> {
  const { rows } = await sql<{ account_id: string; world: World }>`
    select distinct account_id, world from policy_decisions d where not exists (
      select from policy_chains c where c.account_id = d.account_id and c.world = d.world)`.execute(executor);
  const problem = 'decisions without the record of their chain';
  return rows.map(({ account_id: accountId, world }) => ({ accountId, world, position: 0, problem }));
}

/** Chains that were exported and are gone. Only that of a deleted account may be. */
async function missingIn(executor: Executor, heads: ExportedHeads): Promise<ChainProblem[]> {
  const named = [...heads.keys()].flatMap((chain) => {
    const [kind, accountId, world] = chain.split('/');
    return kind === 'policy' && accountId !== undefined && (world === 'live' || world === 'test')
      ? [{ accountId, world }]
      : [];
  });
  const { rows } = await sql<{ account_id: string; world: World }>`
    select account_id, world from unnest(${named.map(({ accountId }) => accountId)}::uuid[],
      ${named.map(({ world }) => world)}::text[]) as exported (account_id, world)
    where not exists (select from policy_chains c where c.account_id = exported.account_id and c.world = exported.world)
      and not exists (select from account_summaries where id = exported.account_id and deleted_at is not null)`.execute(
    executor,
  );
  const problem = 'removed: an exported head has entries, the chain has none';
  return rows.map(({ account_id: accountId, world }) => ({ accountId, world, position: 0, problem }));
}
