import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createKey, insertAccount } from '../../../src/domains/access/accounts/index.ts';
import { creditWallet } from '../../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { toCents } from '../../../src/kit/money.ts';
import type { Db } from '../../../src/platform/database/index.ts';
import { createClient, type Tally } from './client.ts';
import { between, oneOf, type Random } from './random.ts';
import { scenarios } from './shopper.ts';

interface Errands {
  url: string;
  orders: number;
  seconds: number;
  random: Random;
  signal: AbortSignal;
}

const maxPrice = 2500;

/** Orders everything in one batch, and sends it again as long as processes are killed: one idempotency key, one batch. */
export async function placeBatches({ url, orders, seconds, random, signal }: Errands, db: Db): Promise<Tally> {
  const shopping: Tally = { requests: 0, problems: [] };
  const call = createClient({ url, random, signal, tally: shopping });
  const key = await richAccount(db, orders * maxPrice);
  const rows = Array.from({ length: orders }, (_, index) => ({
    product_url: `${url}/shop/products/test-${oneOf(random, scenarios)}`,
    name: 'Jane Doe',
    address1: '1 Market St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    max_price: String(maxPrice),
    ref: String(index),
  }));
  const body = { filename: 'kills.csv', rows, notify_on_complete: true, idempotency_key: 'the-batch' };
  const batchIds = new Set<string>();
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const answer = await call('POST', '/orders/bulk', key, body);
    if (answer.status === 201) batchIds.add(answer.body.id);
    else shopping.problems.push(`the batch was answered with ${answer.status}`);
    await pause(between(random, 500, 3000));
  }
  if (batchIds.size !== 1) shopping.problems.push(`one key gave ${batchIds.size} batches`);
  return shopping;
}

/** Exactly the money that the batch needs, so that a second hold could not pass unnoticed. */
async function richAccount(db: Db, cents: number): Promise<string> {
  const accountId = newId();
  const needs = { tx: db, clock: systemClock };
  await insertAccount(db, accountId, 'shopper@example.com', systemClock.now());
  await creditWallet(needs, { id: newId(), accountId, world: 'test', amount: toCents(cents), note: 'kill run' });
  const { key } = await createKey(needs, { accountId, world: 'test', label: 'kill run' });
  return key;
}

/** One batch, one order for each row, and one mail about it. */
export async function batchProblems(db: Db, orders: number, dataDir: string): Promise<string[]> {
  const { rows } = await sql<{ batches: number; rows: number; orders: number; matched: number; notified: number }>`
    select (select count(*) from bulk_batches) as batches, (select count(*) from bulk_rows) as rows,
      (select count(*) from orders) as orders, (select count(notified_at) from bulk_batches) as notified,
      (select count(distinct o.id) from bulk_rows r join orders o on o.id = r.order_id
        and (o.metadata ->> 'bulk_row_index')::int = r.row_index) as matched`.execute(db);
  const found = { ...rows[0], mails: (await readdir(join(dataDir, 'mail')).catch(() => [])).length };
  const expected = { batches: 1, rows: orders, orders, notified: 1, matched: orders, mails: 1 };
  return JSON.stringify(found) === JSON.stringify(expected) ? [] : [`found ${JSON.stringify(found)}`];
}
