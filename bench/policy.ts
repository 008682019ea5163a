import { sql } from 'kysely';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { newId } from '../server/src/kit/ids.ts';
import { type Measured, measured, middle } from './accept.ts';
import { load } from './ask.ts';
import { atMost } from './goals.ts';
import { type Account, median, openAccounts, orderRequests, type Row, type Scene, withApi } from './scene.ts';

const accountsCount = 50;

/** Five kinds of rules that allow every order of the benchmark. */
const rules = {
  max_order_cents: 100_000,
  windows: [
    { per: 'day', amount_cents: 1_000_000_000, timezone: 'UTC' },
    { per: 'month', count: 1_000_000, timezone: 'UTC' },
  ],
  retailers: { deny: ['target'] },
  countries: { allow: ['US'] },
  approve: { above_cents: 100_000 },
};

/** Orders under a policy compared with orders without one. */
export async function measurePolicies(scene: Scene): Promise<Row[]> {
  const bound = await openAccounts(scene.database, accountsCount);
  const free = await openAccounts(scene.database, accountsCount);
  for (const account of bound) await bind(scene, account);
  return withApi(scene, async (api) => {
    const planFor = (accounts: Account[]) => ({
      port: api.port,
      clients: scene.clients,
      seconds: scene.seconds,
      requests: orderRequests(accounts),
      status: 201,
    });
    for (const accounts of [free, bound]) await load({ ...planFor(accounts), seconds: 1 });
    const without: Measured[] = [];
    const decided: Measured[] = [];
    for (let round = 0; round < scene.rounds; round += 1) {
      without.push(await measured(scene, [api.pid], () => load(planFor(free))));
      decided.push(await measured(scene, [api.pid], () => load(planFor(bound))));
    }
    const ratio = median(decided.map((result, round) => result.cpuMs / assertDefined(without[round]).cpuMs));
    return [
      { ...middle(without), what: 'POST /orders, no policy' },
      {
        ...middle(decided),
        what: 'POST /orders, a policy decides (ratio of CPU)',
        memoryMb: api.memoryMb(),
        ratio,
        goals: [atMost(ratio, 1.05, ' of the CPU without')],
      },
    ];
  });
}

async function bind({ database }: Scene, { accountId }: Account): Promise<void> {
  await sql`
    insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
    values (${newId()}, ${accountId}, 'test', 'account', ${accountId}, 1, ${JSON.stringify(rules)}::jsonb, false, 'bench', now(),
      now())`.execute(database.db);
}
