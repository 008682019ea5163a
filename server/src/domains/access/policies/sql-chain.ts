import { hash as digest } from 'node:crypto';
import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type AuditHead, compareWithHeads, type ExportedHeads, policyChain } from '../../../kit/audit-heads.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Relation, Row, Tables } from '../../../platform/database/index.ts';
import type { AuditKeys, SignLink } from '../../../platform/secrets/index.ts';
import type { Decision } from './model.ts';

export interface DecisionRow extends Row<'policy_decisions'> {
  world: World;
  decision: Decision;
  /** Canonical JSON: the hashed text itself. */
  inputs: Tables['policy_decisions']['inputs'];
}

export type NewDecision = Omit<DecisionRow, 'account_id' | 'world' | 'position' | 'hash'>;

const firstHash = Buffer.alloc(32);

/** A hash covers every column and the previous link. */
function hashedContentOf(before: Buffer, row: Omit<DecisionRow, 'hash'>): Buffer {
  const { account_id, world, position, order_id, key_id, decision, rule, inputs, created_at } = row;
  const parts = [account_id, world, position, order_id, key_id, decision, rule, inputs, created_at.toISOString()];
  const text = JSON.stringify(parts);
  const covered = Buffer.allocUnsafe(before.length + Buffer.byteLength(text));
  before.copy(covered);
  covered.write(text, before.length);
  return covered;
}

/** The end of a chain, and how often its account's policies changed. */
export interface ChainHead {
  length: number;
  hash: Buffer;
  epoch: number;
}

export interface LinkRow extends NewDecision {
  position: number;
  hash: Buffer;
}

interface Owner {
  accountId: string;
  world: World;
}

export function createLink(
  sign: SignLink,
  head: ChainHead,
  { accountId, world }: Owner,
  decision: NewDecision,
): LinkRow {
  const position = head.length + 1;
  const hash = sign(hashedContentOf(head.hash, { ...decision, account_id: accountId, world, position }));
  return { ...decision, position, hash };
}

/** Locks the ends of chains in a fixed order. Creates missing chains. */
export async function lockChains(executor: Executor, owners: readonly Owner[]): Promise<Map<string, ChainHead>> {
  const names = [...new Set(owners.map(chainName))].sort().map((name) => name.split(' '));
  const { rows } = await sql<ChainHead & { account_id: string; world: World }>`
    insert into policy_chains as c (account_id, world, length, hash)
    select *, 0, ${firstHash}::bytea from unnest(${names.map(([id]) => id)}::uuid[], ${names.map(([, world]) => world)}::text[])
    on conflict (account_id, world) do update set length = c.length
    returning account_id, world, length, hash, epoch`.execute(executor);
  return new Map(
    rows.map(({ account_id: accountId, world, ...head }) => [chainName({ accountId, world }), head] as const),
  );
}

export const chainName = ({ accountId, world }: Owner): string => `${accountId} ${world}`;

/** Appends decisions to a locked chain and returns its new end. */
export async function appendDecisions(
  executor: Executor,
  sign: SignLink,
  of: Owner,
  decisions: readonly NewDecision[],
): Promise<ChainHead> {
  let head = assertDefined((await lockChains(executor, [of])).get(chainName(of)));
  const links = decisions.map((decision) => {
    const link = createLink(sign, head, of, decision);
    head = { ...head, length: link.position, hash: link.hash };
    return { ...link, account_id: of.accountId, world: of.world, hash: link.hash.toString('hex') };
  });
  await sql`
    with appended as (
      insert into policy_decisions (account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, hash)
      select account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(links)}::json) as row (account_id uuid, world text, position bigint,
        order_id uuid, key_id uuid, decision text, rule text, inputs text, created_at timestamptz, hash text)
    )
    update policy_chains set length = ${head.length}, hash = ${head.hash}
    where account_id = ${of.accountId} and world = ${of.world}`.execute(executor);
  return head;
}

/** Input of the statement that accepts orders by cached totals. */
export interface LinkInput {
  link_position: number;
  link_inputs: string;
  link_hash: string;
  /** Whether it is the last link of its chain. */
  is_last_link: boolean;
  /** The end of the chain when the totals were counted; only with an account's first order. */
  chain_length?: number;
  chain_hash?: string;
  chain_epoch?: number;
}

const bytes = (value: Buffer): string => `\\x${value.toString('hex')}`;

/** The link of an order; `from` for the first one of its account. */
export const linkInput = ({ position, inputs, hash }: LinkRow, from: ChainHead | null): LinkInput => ({
  link_position: position,
  link_inputs: inputs,
  link_hash: bytes(hash),
  is_last_link: false,
  ...(from && { chain_length: from.length, chain_hash: bytes(from.hash), chain_epoch: from.epoch }),
});

/** LinkInput as columns of `input`. */
export const linkColumns =
  'link_position bigint, link_inputs text, link_hash bytea, is_last_link boolean, chain_length bigint, chain_hash bytea, chain_epoch bigint';

interface StandingInputs {
  input: Relation<'ord' | 'account_id' | 'world' | 'chain_length' | 'chain_hash' | 'chain_epoch'>;
  remembered: Relation<'ord'>;
}

/**
 * CTEs for the statement that accepts orders by cached totals. `standing` has the accounts whose chain still ends
 * where it did; it stays locked. A chain locked by another transaction is about to change, so it is skipped. An
 * account is accepted completely or not at all, so one with a `remembered` order is excluded.
 */
export const unchangedChainCtes = ({ input, remembered }: StandingInputs): string => `
  heads as (
    select account_id, world, length, hash, epoch from policy_chains
    where (account_id, world) in (select account_id, world from ${input.name} where chain_length is not null)
    order by account_id, world for update skip locked
  ),
  standing as (
    select first.account_id, first.world from ${input.name} first
      join heads on heads.account_id = first.account_id and heads.world = first.world and heads.length = first.chain_length
        and heads.epoch = first.chain_epoch and heads.hash = first.chain_hash
    where not exists (
      select from ${input.name} join ${remembered.name} using (ord)
      where ${input.column('account_id')} = first.account_id and ${input.column('world')} = first.world)
  )`;

/** CTEs that write the links of `accepted`, all of them allowed, and move the ends of their chains. */
export const linkCtes = (
  accepted: Relation<
    | 'id'
    | 'account_id'
    | 'world'
    | 'api_key_id'
    | 'created_at'
    | 'link_position'
    | 'link_inputs'
    | 'link_hash'
    | 'is_last_link'
  >,
): string => `
  new_links as (
    insert into policy_decisions (account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, hash)
    select account_id, world, link_position, id, api_key_id, 'allow', null, link_inputs, created_at, link_hash from ${accepted.name}
  ),
  moved_heads as (
    update policy_chains c set length = link_position, hash = link_hash from ${accepted.name}
    where is_last_link and c.account_id = ${accepted.column('account_id')} and c.world = ${accepted.column('world')}
  )`;

const perPage = 1000;

/** An account's decisions in order, page by page. */
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

/** The ends of all chains. */
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

/** Old links are plain hashes. A newer one without a key is forged. */
function isGenuine({ keys }: Checks, before: Buffer, row: DecisionRow): boolean {
  const covered = hashedContentOf(before, row);
  if (keys.isSigned(covered, row.hash)) return true;
  if (keys.plainUntil !== null && row.created_at >= keys.plainUntil) return false;
  return digest('sha256', covered, 'buffer').equals(row.hash);
}

/** Verifies every chain. An empty result proves that nothing was changed, added or removed. */
export async function verifyChains(
  executor: Executor,
  checks: Checks,
): Promise<{ chains: number; links: number; problems: ChainProblem[] }> {
  const { rows: chains } = await sql<{ account_id: string; world: World; length: number; hash: Buffer }>`
    select account_id, world, length, hash from policy_chains order by account_id, world`.execute(executor);
  const problems = [...(await findOrphans(executor)), ...(await findMissingChains(executor, checks.heads))];
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

async function findOrphans(executor: Executor): Promise<ChainProblem[]> {
  const { rows } = await sql<{ account_id: string; world: World }>`
    select distinct account_id, world from policy_decisions d where not exists (
      select from policy_chains c where c.account_id = d.account_id and c.world = d.world)`.execute(executor);
  const problem = 'decisions whose chain record is missing';
  return rows.map(({ account_id: accountId, world }) => ({ accountId, world, position: 0, problem }));
}

/** Exported chains that no longer exist. Only a deleted account's may be gone. */
async function findMissingChains(executor: Executor, heads: ExportedHeads): Promise<ChainProblem[]> {
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
  const problem = 'entries removed: the exported head references entries, but the chain is empty';
  return rows.map(({ account_id: accountId, world }) => ({ accountId, world, position: 0, problem }));
}
