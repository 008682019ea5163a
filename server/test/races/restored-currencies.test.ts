import { expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { backUp, copyStoreBooks, countSold, drainUntilOver, place, slowTest, start } from '../harness/restore.ts';
import type { TestSystem } from '../harness/system.ts';

async function fill(system: TestSystem, key: string, amount: number): Promise<void> {
  const { id } = (await system.post('/wallet/top-ups', key, { amount_cents: amount, currency: 'EUR' })).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
}

it(
  'buys nothing again at a store in euros after a restore, and books it in the currency that pays',
  slowTest,
  async () => {
    const before = await start();
    const [dollars, euros] = [await before.mint(), await before.mint()];
    await fill(before, euros, 5000);
    const open = [await place(before, dollars, 'euro'), await place(before, euros, 'euro')];
    const backup = await backUp(before.databaseUrl);
    await drainUntilOver(before);
    expect(await countSold(before.database.db)).toEqual({ [open[0]!]: 1, [open[1]!]: 1 });
    await copyStoreBooks(before.database.db, backup);

    const after = await start(backup);
    await drainUntilOver(after);
    expect(await countSold(after.database.db)).toEqual({ [open[0]!]: 1, [open[1]!]: 1 });
    for (const [id, key] of [
      [open[0]!, dollars],
      [open[1]!, euros],
    ] as const) {
      expect((await after.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
    }
    expect((await after.get('/wallet', dollars)).body).toMatchObject({
      available_cents: 1_000_000 - 2173,
      held_cents: 0,
    });
    expect((await after.get('/wallet', euros)).body).toMatchObject({ available_cents: 1_000_000, held_cents: 0 });
    expect((await after.get('/wallet?currency=EUR', euros)).body).toMatchObject({
      available_cents: 5000 - 1999,
      held_cents: 0,
    });
    expect(await ledgerProblems(after.database.db)).toEqual([]);
  },
);
