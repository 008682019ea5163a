import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createKey, insertAccount } from '../../../src/domains/access/accounts/index.ts';
import { creditWallet } from '../../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { toCents } from '../../../src/kit/money.ts';
import type { Db } from '../../../src/platform/database/index.ts';
import { type Fault, faults, startFaultyProxy } from '../../harness/stores/faulty-proxy.ts';
import { startWooStandIn } from '../../harness/stores/woo-stand-in.ts';
import { startStandIn } from '../../stand-ins/ucp/store.ts';
import { between, oneOf, type Random, seededRandom } from './random.ts';

/** Live stores that outlive every kill. Their books know who each order goes to. */
export interface LiveStores {
  /** For STORES_FILE. */
  file: string;
  /** Addresses of products, one of each store. */
  products: string[];
  /** How many faults the stores' lines had. */
  readonly faults: number;
  /** How many orders the stores sold to each recipient, by last name. */
  soldByRecipient(): Map<string, number>;
  /** The stores accept requests signed with these keys. */
  trust(keys: unknown[]): void;
  stop(): Promise<void>;
}

interface LiveOptions {
  dataDir: string;
  seed: number;
  /** Of a thousand requests to a store, so many go wrong. */
  faultsPerMille: number;
}

const lineFaults: readonly Fault[] = faults.filter((fault) => fault !== 'silence');
/** Only what buys may arrive late: a late cart is nothing but a cart. */
const isPurchase = (text: string): boolean => /\/checkout |\/complete/.test(text);

export async function startLiveStores({ dataDir, seed, faultsPerMille }: LiveOptions): Promise<LiveStores> {
  const random: Random = seededRandom(seed + 2);
  let count = 0;
  const pick = (text: string): Fault | null => {
    // Purchases are few among the requests: their lines are ten times as bad.
    const share = (faultsPerMille / 1000) * (isPurchase(text) ? 10 : 1);
    if (random() >= share) return null;
    const fault = oneOf(random, lineFaults);
    if (fault === 'late' && !isPurchase(text)) return null;
    count += 1;
    return fault;
  };
  const lines = { pick, lateMs: () => between(random, 2_000, 30_000) };
  const [woo, ucp] = [await startWooStandIn(), await startStandIn()];
  const [wooLine, ucpLine] = [await startFaultyProxy(woo.url, lines), await startFaultyProxy(ucp.origin, lines)];
  ucp.state.origin = ucpLine.url;
  const file = join(dataDir, 'stores.json');
  const common = {
    consent: { by: 'The merchant', on: '2026-08-21' },
    contact: 'buyer@example.com',
    accounts: 'guest',
    limits: { per_minute: 6000, at_once: 20, timeout_seconds: 10 },
    track_every: '24h',
  };
  const payment = { handler: 'com.example.pay', type: 'card' };
  const stores = [
    { ...common, name: 'hats', kind: 'woocommerce', url: wooLine.url, payment: 'cod' },
    { ...common, name: 'mugs', kind: 'ucp', url: ucpLine.url, payment, credentials: { payment_token: 'tok_1' } },
  ];
  await writeFile(file, JSON.stringify({ stores }));
  return {
    file,
    products: [`${wooLine.url}/product/beanie`, `${ucpLine.url}/products/enamel-mug`],
    get faults() {
      return count;
    },
    soldByRecipient() {
      const recipients = [
        ...woo.sold().map(({ shipping }) => String(shipping.last_name)),
        ...ucp.sold().map((session) => lastNameIn(session)),
      ];
      const sold = new Map<string, number>();
      for (const name of recipients) sold.set(name, (sold.get(name) ?? 0) + 1);
      return sold;
    },
    trust(keys) {
      ucp.state.clientKeys = keys;
    },
    async stop() {
      await Promise.all([wooLine.stop(), ucpLine.stop()]);
      await Promise.all([woo.stop(), ucp.close()]);
    },
  };
}

const lastNameIn = (session: object): string => /"last_name":"(Kept[^"]*)"/.exec(JSON.stringify(session))?.[1] ?? '?';

/** A live account with enough money, and a key for it. */
export async function openLiveAccount(db: Db): Promise<string> {
  const accountId = newId();
  const needs = { tx: db, clock: systemClock };
  await insertAccount(db, accountId, 'kills@example.com', systemClock.now());
  const amount = toCents(1_000_000_000);
  await creditWallet(needs, { id: newId(), accountId, world: 'live', amount, note: 'kill run' });
  return (await createKey(needs, { accountId, world: 'live', label: 'kills' })).key;
}

interface LiveRow {
  id: string;
  status: string;
  recipient: string;
  is_explained: boolean;
  held: number;
  captured: number;
  released: number;
}

const liveRows = (db: Db) =>
  sql<LiveRow>`
    select o.id, status, shipping_address ->> 'last_name' as recipient,
      (needs_review_at is not null or waiting_for is not null) as is_explained,
      coalesce(sum(amount_cents) filter (where ledger_transfers.kind = 'hold'), 0)::bigint as held,
      coalesce(sum(amount_cents) filter (where ledger_transfers.kind = 'capture' and debit = 'wallet.held'), 0)::bigint as captured,
      coalesce(sum(amount_cents) filter (where ledger_transfers.kind = 'release'), 0)::bigint as released
    from orders o left join ledger_transfers on cause = 'order' and cause_id = o.id
    where o.world = 'live' group by o.id`.execute(db);

/** Over is when every live order has ended, or says what it waits for. */
export async function areLiveOrdersOver(db: Db): Promise<boolean> {
  const { rows } = await liveRows(db);
  return rows.every(
    ({ status, is_explained: isExplained }) => isExplained || !['pending', 'in_progress'].includes(status),
  );
}

/** What the stores' books and the orders disagree about. */
export async function liveProblems(db: Db, stores: LiveStores): Promise<string[]> {
  const sold = stores.soldByRecipient();
  const { rows } = await liveRows(db);
  const problems = rows.flatMap((row) => {
    const times = sold.get(row.recipient) ?? 0;
    sold.delete(row.recipient);
    const found = problemOf(row, times);
    return found === null ? [] : [`live order ${row.id} (${row.status}), bought ${times} times: ${found}`];
  });
  return [...problems, ...[...sold].map(([name, times]) => `${times} purchases for ${name}, which is no order`)];
}

function problemOf({ status, is_explained: isExplained, held, captured, released }: LiveRow, times: number) {
  if (times > 1) return 'bought twice';
  if (status === 'order_placed') {
    if (times !== 1) return 'placed, but not in the books';
    return captured > 0 && captured + released === held
      ? null
      : `held ${held}, captured ${captured}, released ${released}`;
  }
  if (status === 'order_failed' || status === 'cancelled') {
    if (times !== 0) return 'ended, but the store sold it';
    return captured === 0 && released === held ? null : `held ${held}, captured ${captured}, released ${released}`;
  }
  if (!isExplained) return 'neither final nor explained';
  return captured === 0 && released === 0 ? null : 'money moved for an open order';
}

/** Live addresses are told apart by the recipient's last name. */
export const recipientOf = (key: string): string => `Kept ${key}`;
