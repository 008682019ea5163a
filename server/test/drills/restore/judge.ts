import { sql } from 'kysely';
import { auditLedger } from '../../../src/domains/money/wallet/index.ts';
import { listOpenChargeFiles } from '../../../src/domains/operations/operator/index.ts';
import { fieldsOf, listOf } from '../../../src/kit/fields.ts';
import { reconcileText } from '../../../src/main/operate-restore.ts';
import type { Config } from '../../../src/platform/config.ts';
import type { Database, Db } from '../../../src/platform/database/index.ts';
import type { Shops } from './shops.ts';

/** Who each order is for, by its id. */
export async function recipients(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, shipping_address ->> 'last_name' as name from orders`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The stores, live or simulated, that have an order for each recipient in their books: one for each sale. */
async function soldTo(db: Db, shops: Shops, nameOf: ReadonlyMap<string, string>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ reference: string }>`select reference from sim_purchases`.execute(db);
  const stores = new Map<string, string[]>();
  for (const { store, to } of [
    ...(await shops.sold()),
    ...rows.map(({ reference }) => ({ store: 'simulator', to: reference })),
  ]) {
    const name = nameOf.get(to) ?? to;
    stores.set(name, [...(stores.get(name) ?? []), store]);
  }
  return stores;
}

export interface Verdict {
  boughtTwice: string[];
  lost: string[];
  centsOff: string[];
  returnsTwice: number;
  /** Orders and payments that an operator has to decide, each by its name. */
  named: string[];
}

export async function judge(
  database: Database,
  config: Config,
  shops: Shops,
  before: ReadonlyMap<string, string>,
): Promise<Verdict> {
  const { db } = database;
  const nameOf = new Map([...before, ...(await recipients(db))]);
  const sold = await soldTo(db, shops, nameOf);
  const { rows: orders } = await sql<{ id: string; status: string }>`select id, status from orders`.execute(db);
  const placed = new Set(orders.filter(({ status }) => status === 'order_placed').map(({ id }) => nameOf.get(id)));
  const report = fieldsOf(
    JSON.parse((await reconcileText(database, config, { since: new Date(0), isJson: true })).text),
  );
  const inQuestion = listOf(report.stores).flatMap((store) => {
    const { findings, orders: open } = fieldsOf(store);
    return [...listOf(findings), ...listOf(open)].map((one) => String(fieldsOf(one).reference ?? fieldsOf(one).id));
  });
  const { charges } = await listOpenChargeFiles(db, new Date(), { limit: 1000, offset: 0 });
  const named = new Set(inQuestion.map((id) => nameOf.get(id) ?? id));
  const { rows: filed } = await sql<{ n: number }>`
    select count(*) - count(distinct purchase_reference) as n from sim_returns`.execute(db);
  return {
    boughtTwice: [...sold].flatMap(([name, stores]) =>
      stores.length > 1 ? [`${name} by ${stores.join(' and ')}`] : [],
    ),
    lost: [...sold.keys()].filter((name) => !placed.has(name) && !named.has(name)),
    centsOff: [...(await auditLedger(db)).map(({ problem }) => problem), ...(await stripeProblems(db, shops, charges))],
    returnsTwice: filed[0]?.n ?? 0,
    named: [...named, ...charges.map(({ reference, last_answer: why }) => `${reference}: ${why}`)],
  };
}

/** Every cent that Stripe charged is in a wallet, refunded, or on the operator's list. */
async function stripeProblems(
  db: Db,
  shops: Shops,
  charges: readonly { reference: string | null }[],
): Promise<string[]> {
  const listed = new Set(charges.map(({ reference }) => reference));
  const { rows } = await sql<{ reference: string; cents: number }>`
    select t.payment_reference as reference, t.amount_cents as cents from top_ups t
      join ledger_transfers l on l.cause_id = t.id and l.kind = 'fund'
    union all
    select p.reference, p.amount_cents from agent_payments p join ledger_transfers l on l.cause_id = p.id and l.kind = 'fund'
    where p.method = 'stripe'`.execute(db);
  const booked = new Map(rows.map(({ reference, cents }) => [reference, cents]));
  return shops.stripe.succeeded().flatMap(({ id, amount }) => {
    const cents = booked.get(id) ?? 0;
    return cents === amount || listed.has(id) ? [] : [`Stripe took ${amount} cents as ${id}, booked are ${cents}`];
  });
}
