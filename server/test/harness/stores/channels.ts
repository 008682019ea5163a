import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../browser.ts';
import { addLiveFunds, buyInDashboard } from '../buy-in-dashboard.ts';
import { ledgerProblems } from '../checks.ts';
import { signedInBrowser } from '../dashboard.ts';
import type { fakeClock } from '../fake-clock.ts';
import { goodCard, legacyClient } from '../legacy.ts';
import { type SignedInPerson, signIn } from '../person.ts';
import { address, orderFor, type TestSystem } from '../system.ts';

interface Sale {
  number: string;
  lines: [sku: string, quantity: number][];
  email: string;
  cents: number;
}

interface Goods {
  slug: string;
  sku: string;
  variant?: { label: string; value: string }[];
}

/** A real shop as a live store, with its owner's controls. */
export interface ChannelShop {
  system: TestSystem;
  clock: Pick<ReturnType<typeof fakeClock>, 'advance'>;
  product(slug: string): string;
  soldBy(act: () => Promise<unknown>): Promise<Sale[]>;
  settleBy(read: () => Promise<{ status: string }>): Promise<void>;
  setStock(sku: string, count: number): Promise<void>;
  ship(number: string): Promise<void>;
  deliver(number: string): Promise<void>;
  registerCustomer(email: string, password: string): Promise<void>;
  /** Makes the shop refuse shipping to Italy, unless it does anyway. */
  leaveItaly(): Promise<void>;
  plain: Goods;
  /** Another product with a stock that the owner sets. */
  other: Goods;
  variant: Goods;
  takesReturns: boolean;
}

interface OrderWish {
  lines: (Goods & { quantity: number })[];
  maxPrice: number;
  shipTo?: typeof address;
  account?: { email: string; password: string; id: string };
}

/** A way to order. Returns the order's ID. */
interface OrderChannel {
  name: string;
  place(wish: OrderWish): Promise<string>;
  /** What this channel does not support. */
  lacks?: 'variants' | 'two lines';
}

const roma = { ...address, country: 'IT', state: 'RM', postal_code: '00184', city: 'Roma' };
const login = { email: 'doors@example.com', password: 'Long-enough-1' };

/** Every way to order at a real shop, with everything that can happen there. */
export function testEveryChannel(shop: () => ChannelShop): void {
  describe('every way to order', () => {
    let key: string;
    let person: SignedInPerson;
    let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
    let page: Awaited<ReturnType<Awaited<ReturnType<typeof signedInBrowser>>['newPage']>>;
    const accounts = new Map<string, string>();
    beforeAll(async () => {
      const { system, registerCustomer } = shop();
      ({ key } = await system.account('live', 10_000_000));
      person = await signIn(system, 'doors-person@example.com');
      await addLiveFunds(system, person, 10_000_000);
      await registerCustomer(login.email, login.password);
      const body = { ...login, retailer: 'real' };
      accounts.set('key', (await system.post('/managed-accounts', key, body)).body.short_id);
      accounts.set(
        'person',
        (await person.call('/managed-accounts', { method: 'POST', body, world: 'live' })).body.short_id,
      );
      if (!hasBrowser) return;
      browser = await openBrowser();
      page = await (await signedInBrowser(browser, system, person)).newPage();
    });
    afterAll(() => browser?.close());

    const orderIds = async (): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`select id from orders`.execute(shop().system.database.db);
      return rows.map(({ id }) => id);
    };
    /** The one order that this created. */
    async function madeBy(act: () => Promise<unknown>): Promise<string> {
      const before = new Set(await orderIds());
      await act();
      const [id, ...more] = (await orderIds()).filter((each) => !before.has(each));
      expect(more).toEqual([]);
      return id ?? expect.unreachable('No order was made.');
    }

    const doors: OrderChannel[] = [
      {
        name: 'POST /orders',
        async place({ lines, maxPrice, shipTo = address, account }) {
          const products = lines.map(({ slug, quantity, variant }) => ({
            url: shop().product(slug),
            quantity,
            ...(variant ? { variant } : {}),
          }));
          const credentials = account ? { retailer_credentials_id: account.id } : {};
          const body = { ...orderFor(''), products, max_price: maxPrice, shipping_address: shipTo, ...credentials };
          const answer = await shop().system.post('/orders', key, body);
          expect(answer.status, answer.text).toBe(201);
          return answer.body.id;
        },
      },
      {
        name: 'POST /v1/orders',
        async place({ lines, maxPrice, shipTo = address, account }) {
          const { postal_code: zip_code, ...there } = shipTo;
          const products = lines.map(({ slug, quantity, variant = [] }) => ({
            product_id: slug,
            quantity,
            variants: variant.map(({ label, value }) => ({ dimension: label, value })),
          }));
          // There, the client's own account comes with the order and a card.
          const { email, password } = login;
          const payment = account
            ? { retailer_credentials: { email, password }, payment_method: goodCard, shipping_method: 'cheapest' }
            : { max_price: maxPrice };
          const body = {
            retailer: 'real',
            products,
            shipping_address: { ...there, zip_code },
            is_gift: false,
            ...payment,
          };
          return madeBy(async () => {
            const answer = await legacyClient(shop().system, key).post('/v1/orders', body);
            expect(answer.status, answer.text).toBe(200);
          });
        },
      },
      {
        name: 'POST /orders/bulk',
        lacks: 'variants',
        async place({ lines, maxPrice, shipTo = address, account }) {
          const products = lines.map(({ slug, quantity }, place) => [
            [`product_url_${place + 1}`, shop().product(slug)],
            [`quantity_${place + 1}`, String(quantity)],
          ]);
          const row = {
            name: `${shipTo.first_name} ${shipTo.last_name}`,
            address1: shipTo.address_line1,
            city: shipTo.city,
            state: shipTo.state,
            zip: shipTo.postal_code,
            country: shipTo.country,
            max_price: String(maxPrice),
            ...(account ? { account: account.id } : {}),
            ...Object.fromEntries(products.flat()),
          };
          return madeBy(async () => {
            const answer = await shop().system.post('/orders/bulk', key, { filename: 'doors.csv', rows: [row] });
            expect(answer.status, answer.text).toBe(201);
            await shop().system.queue.drain();
          });
        },
      },
      {
        name: 'the dashboard',
        lacks: 'two lines',
        async place({ lines: [line], maxPrice, shipTo = address, account }) {
          return buyInDashboard(page, shop().product(line!.slug), {
            highestPrice: (maxPrice / 100).toFixed(2),
            quantity: line!.quantity,
            address: shipTo,
            ...(line!.variant ? { variant: line!.variant } : {}),
            ...(account ? { account: account.email } : {}),
          });
        },
      },
    ];

    for (const door of doors) {
      const isPerson = door.name === 'the dashboard';
      const read = async (path: string) =>
        (await (isPerson ? person.call(path, { world: 'live' }) : shop().system.get(path, key))).body;
      const wallet = () => read('/wallet');
      const one = (goods: Goods, more: Partial<OrderWish> = {}): OrderWish => ({
        lines: [{ ...goods, quantity: 1 }],
        maxPrice: 200_000,
        ...more,
      });

      async function order(wish: OrderWish) {
        const id = await door.place(wish);
        await shop().settleBy(() => read(`/orders/${id}`));
        return read(`/orders/${id}`);
      }

      async function sells(wish: OrderWish) {
        const before = (await wallet()).available_cents;
        let bought = {
          id: '',
          status: '',
          merchant_order_ids: [] as string[],
          items: [] as { id: string; status: string }[],
        };
        const [sale, ...more] = await shop().soldBy(async () => {
          bought = await order(wish);
        });
        expect(bought.status, JSON.stringify(bought)).toBe('order_placed');
        expect(more).toEqual([]);
        expect(sale?.lines.toSorted()).toEqual(
          wish.lines.map(({ sku, quantity }): [string, number] => [sku, quantity]).toSorted(),
        );
        const paid = sale?.cents ?? 0;
        const { available_cents, held_cents } = await wallet();
        expect({ available_cents, held_cents }).toEqual({ available_cents: before - paid, held_cents: 0 });
        expect(await ledgerProblems(shop().system.database.db)).toEqual([]);
        return { bought, sale: sale! };
      }

      async function refuses(wish: OrderWish, errorType: string) {
        const before = await wallet();
        const sold = await shop().soldBy(async () => {
          const ended = await order(wish);
          expect(ended, JSON.stringify(ended)).toMatchObject({
            status: 'order_failed',
            job_result: { error_type: errorType },
          });
        });
        expect(sold).toEqual([]);
        expect(await wallet()).toMatchObject({ available_cents: before.available_cents, held_cents: 0 });
      }

      describe.runIf(!isPerson || hasBrowser)(door.name, () => {
        it.runIf(door.lacks !== 'variants')('a variant', async () => {
          await sells(one(shop().variant));
        });
        it.runIf(door.lacks !== 'two lines')('two lines', async () => {
          const { plain, other } = shop();
          const lines = [
            { ...plain, quantity: 2 },
            { ...other, quantity: 1 },
          ];
          await sells({ lines, maxPrice: 200_000 });
        });
        it("a client's account", async () => {
          const id = accounts.get(isPerson ? 'person' : 'key') ?? '';
          const wish = one(shop().plain, { account: { ...login, id } });
          // The store is paid with the operator's method, so a client's card is refused.
          if (door.name.includes('v1')) return refuses(wish, 'checkout_failed');
          const { sale } = await sells(wish);
          expect(sale.email).toBe(login.email);
        });
        it('too low a max_price', () => refuses(one(shop().plain, { maxPrice: 100 }), 'max_price_exceeded'));
        it('sold out', async () => {
          const { other, setStock } = shop();
          await setStock(other.sku, 0);
          await refuses(one(other), 'product_out_of_stock');
          await setStock(other.sku, 100);
        });
        it('an address that the store refuses', async () => {
          await shop().leaveItaly();
          await refuses(one(shop().plain, { shipTo: roma }), 'shipping_address_invalid');
        });
        it('tracked until it arrives, and returned if the store accepts returns', async () => {
          const { system, clock, ship, deliver, takesReturns } = shop();
          const { bought, sale } = await sells(one(shop().plain));
          const itemOf = async () => (await read(`/orders/${bought.id}`)).items[0];
          for (const [act, status] of [
            [ship, 'shipped'],
            [deliver, 'delivered'],
          ] as const) {
            await act(sale.number);
            clock.advance(3_600_000);
            await system.queue.drain();
            expect((await itemOf()).status).toBe(status);
          }
          const wanted = {
            order_id: bought.id,
            items: [{ order_item_id: (await itemOf()).id, quantity: 1 }],
            reason: 'damaged',
          };
          const asked = isPerson
            ? await person.call('/returns', { method: 'POST', body: wanted, world: 'live' })
            : await system.post('/returns', key, wanted);
          expect(asked.status, asked.text).toBe(201);
          await system.queue.drain();
          const expected = takesReturns ? { status: 'approved' } : { status: 'open' };
          expect(await read(`/returns/${asked.body.id}`)).toMatchObject(expected);
        });
      });
    }
  });
}
