import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { auditLedger } from '../../server/src/domains/money/wallet/index.ts';
import { openDatabase, withConnection } from '../../server/src/platform/database/index.ts';
import {
  copyOf,
  type Drill,
  errand,
  isKilled,
  mentions,
  order,
  ordersBefore,
  owned,
  post,
  serve,
  type Template,
} from './scene.ts';

/** Orders with their idempotency keys, and how many there are. */
async function lostOrders(databaseUrl: string, idsByKey: Map<string, string>, others: number): Promise<string[]> {
  const { rows } = await withConnection(databaseUrl, 'errand drill', (client) =>
    client.query<{ key: string; id: string; n: string }>(
      `select k.key, o.id::text, (select count(*) from orders) as n from orders o join idempotency_keys k on k.resource_id = o.id`,
    ),
  );
  const found = new Map(rows.map(({ key, id }) => [key, id]));
  const lost = [...idsByKey].filter(([key, id]) => found.get(key) !== id).map(([key]) => `order ${key} is lost`);
  const expected = idsByKey.size + others;
  return Number(rows[0]?.n) === expected ? lost : [...lost, `${rows[0]?.n} orders instead of ${expected}`];
}

/** Each round moves to a database of its own while orders come in. */
export async function drillMove({ dataDir, apiKey, ids }: Template, server: string): Promise<Drill> {
  let rounds = 0;
  let wholeMs = 0;
  /** Returns what the first command printed, too. */
  async function move(afterMs?: number): Promise<{ problems: string[]; said: string; gapMs: number }> {
    rounds += 1;
    const name = `move_${rounds}`;
    await withConnection(server, 'errand drill', (client) => client.query(`create database ${name}`));
    const to = server.replace('/postgres?', `/${name}?`);
    const copy = await copyOf(dataDir);
    const problems: string[] = [];
    const all = new Map(ids);
    const acceptedAt: number[] = [];
    const [end, given] = [new AbortController(), new AbortController()];
    const ordering = (async () => {
      // The template's key would run out of test money.
      const key = String((await post('/sandbox/keys', {}, undefined, given.signal)).api_key);
      for (let n = 0; !end.signal.aborted; n += 1) {
        all.set(`${name}-${n}`, await order(key, `${name}-${n}`, given.signal));
        acceptedAt.push(performance.now());
        await pause(50);
      }
    })();
    // Awaited later.
    ordering.catch(() => {});
    const movedFile = join(copy, 'database-moved.json');
    let said = '';
    await serve(copy, async () => {
      const began = performance.now();
      said = (await errand(['move', '--to', to], copy, afterMs)).output;
      if (afterMs !== undefined) return;
      wholeMs = performance.now() - began;
      // The service restarts by itself.
      all.set(`${name}-restarted`, await order(apiKey, `${name}-restarted`));
      acceptedAt.push(performance.now());
    });
    const gapMs = Math.max(0, ...acceptedAt.slice(1).map((at, index) => at - (acceptedAt[index] ?? at)));
    const [isMarked, isMoved] = [existsSync(join(copy, 'move-unfinished.json')), existsSync(movedFile)];
    const next = await serve(copy, () => pause(300));
    const isRefused =
      next.code === 1 && !isMoved && mentions(next, /^This database moved to .* run "errand move" again\.$/m);
    if (!isKilled(next) && !isRefused) problems.push(`no start after a killed move: ${next.output}`);
    if (isKilled(next) && isMarked && !mentions(next, /errand move to .* was interrupted/))
      problems.push(`the start after a killed move does not say so: ${next.output}`);
    if (!existsSync(movedFile)) {
      const again = await errand(['move', '--to', to], copy);
      if (again.code !== 0) problems.push(`a killed move cannot be run again: ${again.output}`);
    }
    const last = await serve(copy, async () => {
      all.set(`${name}-last`, await order(apiKey, `${name}-last`));
      end.abort();
      await ordering;
    });
    if (!isKilled(last)) problems.push(`no start after a move: ${last.output}`);
    // Nobody answers any more.
    end.abort();
    given.abort();
    await ordering.catch(() => {});
    problems.push(...(await lostOrders(to, all, ordersBefore)));
    const database = openDatabase({ url: to, poolMax: 2 });
    problems.push(...(await auditLedger(database.db)).map((row) => `wallet ${row.account_id}: ${row.problem}`));
    await database.close();
    await owned(copy, async () => {});
    rmSync(copy, { recursive: true });
    return { problems, said, gapMs };
  }
  const { problems, said, gapMs } = await move();
  console.log(`${said.trim()}\nLongest time between two accepted orders: ${Math.round(gapMs)} ms`);
  if (problems.length > 0) throw new Error(`A move that nobody killed: ${problems.join('; ')}`);
  return { wholeMs, kill: async (afterMs) => (await move(afterMs)).problems };
}
