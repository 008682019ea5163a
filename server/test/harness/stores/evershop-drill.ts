import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type EverShopInstance, startEverShop } from '../../../../tools/stores/evershop.ts';
import { type EverShopAdmin, openEverShopAdmin } from '../../../../tools/stores/evershop-admin.ts';
import { ensureInstalled } from '../../../../tools/stores/install.ts';
import { type Chromium, createChromium } from '../../../src/connectors/browser/chromium.ts';
import { connectorOf } from '../../../src/connectors/browser/index.ts';
import { ownRecipes, parseRecipe } from '../../../src/connectors/browser/load-recipe.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createDial } from '../../../src/platform/outgoing/index.ts';
import { createFaultyChromium } from '../browser-faults.ts';
import { runningClock } from '../fake-clock.ts';
import { liveStore, requestFor, storeAccount } from './request.ts';

export const password = 'Long-enough-1';
export const buyer = 'buyer@example.com';
const black = [{ label: 'Color', value: 'Black' }];
export const cups = (quantity = 2) => [{ productId: 'ceramic-coffee-cup-white', quantity, variant: black }];

/** The included recipe, with longer timeouts for busy machines. */
const evershopRecipe = () => ({
  ...parseRecipe(readFileSync(`${ownRecipes}/evershop.json`, 'utf8'), 'evershop'),
  patience_seconds: Number(process.env.PATIENCE_SECONDS ?? 60),
});

export type EverShopSessions = Awaited<ReturnType<typeof startEverShopSessions>>;

/** A real EverShop, a browser with faults, and the connector between them. */
export async function startEverShopSessions() {
  const shop = await startEverShop(await ensureInstalled('evershop', console.log));
  const admin = await openEverShopAdmin(shop);
  await admin.register({ email: buyer, password });
  const faulty = createFaultyChromium(
    createChromium({ path: process.env.CHROMIUM_PATH ?? null, atOnce: 2 }),
    /\/api\/(carts|cart)\/.*checkout/,
  );
  const clock = runningClock();
  // One account for everything: the shop limits logins, and the session is kept.
  const account = storeAccount(buyer, password);
  return {
    shop,
    admin,
    faulty,
    account,
    clock,
    connect: () => connectTo(shop, faulty.chromium, clock),
    request: () => requestFor(cups(), { account }),
    soldUnder: (reference: string) => soldUnder(admin, reference),
    async stop() {
      await faulty.chromium.close();
      await admin.close();
      await shop.stop();
    },
  };
}

function connectTo(shop: EverShopInstance, chromium: Chromium, clock: Clock) {
  const kind = { chromium, dial: createDial({ allowPrivate: true }), saveRecording: async () => {} };
  const needs = { clock, logger: createLogger({ level: 'silent' }) };
  return connectorOf(liveStore('browser', shop.url, { payment: 'cod' }), evershopRecipe(), kind, needs);
}

/** The number of orders in the shop's records with our reference. */
const soldUnder = async (admin: EverShopAdmin, reference: string): Promise<number> =>
  (await admin.orders()).filter(({ note }) => note?.includes(reference)).length;

const orderLock = 4711;

/**
 * Holds the shop's next order while it is written: the shop has accepted it, and nobody knows yet. Returns when an
 * order is held, and how to release it.
 */
export async function holdNextOrder({ databaseUrl }: EverShopInstance) {
  const own = new pg.Client({ connectionString: databaseUrl });
  await own.connect();
  await own.query(`create or replace function wait_for_the_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${orderLock}); return new; end $$`);
  await own.query(`create or replace trigger wait_for_the_test before insert on "order"
    for each row execute function wait_for_the_test()`);
  await own.query(`select pg_advisory_lock(${orderLock})`);
  const waiting = async (): Promise<boolean> => {
    const sql = `select 1 from pg_locks where locktype = 'advisory' and objid = ${orderLock} and not granted`;
    return (await own.query(sql)).rows.length > 0;
  };
  return {
    waiting,
    async letGo() {
      await own.query(`select pg_advisory_unlock(${orderLock})`);
      await own.end();
    },
  };
}
