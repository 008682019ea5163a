import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { World } from '../../kit/world.ts';
import type { Executor, Row, Tables } from '../../platform/database/index.ts';
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
function hashOf(before: Buffer, row: Omit<DecisionRow, 'hash'>): Buffer {
  const { account_id, world, position, order_id, key_id, decision, rule, inputs, created_at } = row;
  const parts = [account_id, world, position, order_id, key_id, decision, rule, inputs, created_at.toISOString()];
  return createHash('sha256').update(before).update(JSON.stringify(parts)).digest();
}

/** Adds decisions to the end of an account's chain. The chain's row is locked until the transaction ends. */
export async function appendDecisions(
  executor: Executor,
  of: { accountId: string; world: World },
  decisions: readonly NewDecision[],
): Promise<void> {
  const { rows } = await sql<{ length: number; hash: Buffer }>`
    insert into policy_chains as c (account_id, world, length, hash) values (${of.accountId}, ${of.world}, 0, ${firstHash})
    on conflict (account_id, world) do update set length = c.length returning length, hash`.execute(executor);
  let { length, hash } = rows[0] ?? { length: 0, hash: firstHash };
  const links = decisions.map((decision) => {
    length += 1;
    const row = { ...decision, account_id: of.accountId, world: of.world, position: length };
    hash = hashOf(hash, row);
    return { ...row, hash: hash.toString('hex') };
  });
  await sql`
    with appended as (
      insert into policy_decisions (account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, hash)
      select account_id, world, position, order_id, key_id, decision, rule, inputs, created_at, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(links)}::json) as row (account_id uuid, world text, position bigint,
        order_id uuid, key_id uuid, decision text, rule text, inputs text, created_at timestamptz, hash text)
    )
    update policy_chains set length = ${length}, hash = ${hash}
    where account_id = ${of.accountId} and world = ${of.world}`.execute(executor);
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

/** Walks every chain; an empty answer says that not one byte was changed, added or taken away. */
export async function verifyChains(
  executor: Executor,
): Promise<{ chains: number; links: number; problems: ChainProblem[] }> {
  const { rows: chains } = await sql<{ account_id: string; world: World; length: number; hash: Buffer }>`
    select account_id, world, length, hash from policy_chains order by account_id, world`.execute(executor);
  const orphans = await sql<{ account_id: string; world: World }>`
    select distinct account_id, world from policy_decisions d where not exists (
      select from policy_chains c where c.account_id = d.account_id and c.world = d.world)`.execute(executor);
  const problems: ChainProblem[] = orphans.rows.map(({ account_id: accountId, world }) => ({
    accountId,
    world,
    position: 0,
    problem: 'decisions without the record of their chain',
  }));
  let links = 0;
  for (const chain of chains) {
    const of = { accountId: chain.account_id, world: chain.world };
    let hash: Buffer = firstHash;
    let position = 0;
    for await (const row of readDecisions(executor, of)) {
      links += 1;
      position += 1;
      const expected = hashOf(hash, row);
      if (row.position !== position) problems.push({ ...of, position, problem: 'a decision is missing' });
      else if (!expected.equals(row.hash)) problems.push({ ...of, position, problem: 'a decision was changed' });
      hash = row.hash;
      position = row.position;
    }
    if (position !== chain.length)
      problems.push({ ...of, position, problem: `the chain should have ${chain.length} decisions` });
    else if (!hash.equals(chain.hash)) problems.push({ ...of, position, problem: 'the last decision was changed' });
  }
  return { chains: chains.length, links, problems };
}
