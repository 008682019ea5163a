import { afterEach, describe, expect, it as vitestIt } from 'vitest';
import { minuteMs } from '../../src/kit/clock.ts';
import { copyDatabase, type DatabaseCopy } from './database-copy.ts';
import type { FakeClock } from './fake-clock.ts';
import { type Ended, type LiveShop, type Moment, moments, openScene } from './live-scene.ts';

const isWhole = process.env.TEST_WHOLE === '1';
let stores = 0;

interface Cases {
  /** Whether the service presses a button. At a desk, only a person does. */
  hasButton: boolean;
  /** The moments of the short form. Default: every twelfth case, another one at each store, so that together they run all. */
  short: readonly Moment[];
}

/** The long form runs every case at every store. */
function sampled(short?: readonly Moment[]) {
  let cases = short ? 0 : stores++;
  return (title: string, test: () => Promise<void>) => {
    const isChosen = short ? short.some((moment) => title.includes(`"${moment}"`)) : cases++ % 12 === 0;
    vitestIt.runIf(isWhole || isChosen)(title, test);
  };
}

/**
 * What must hold at every kind of store, with the whole service on a real database: whichever older copy is restored,
 * whichever response is lost and however late the sale is recorded, the store has one order.
 */
export function testOnePurchase(
  name: string,
  open: (clock: FakeClock) => Promise<LiveShop>,
  { hasButton = true, short }: Partial<Cases> = {},
): void {
  const it = sampled(short);
  describe(`${name}: one order in the store's books`, { timeout: 120_000 }, () => {
    const undo: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const step of undo.splice(0).reverse()) await step();
    });

    for (const moment of moments.filter((each) => hasButton || each !== 'submitting')) {
      it(`after a restore to the moment "${moment}", when the client repeats its request`, async () => {
        const scene = await openScene(open, undo);
        const { shop } = scene;
        const copy = await scene.buyWithBackup(moment);
        expect(await shop.sold()).toBe(1);
        await scene.restore(copy);
        const ended = await scene.endOf(await scene.order());
        expect(await shop.sold(), `ended as ${ended.status}`).toBe(1);
        expectEnd(ended, shop);
        await scene.expectSoundMoney(ended);
      });
    }

    if (!hasButton) return;

    it('after a restore to a copy that knows an earlier checkout, which was released', async () => {
      const scene = await openScene(open, undo);
      let copy: DatabaseCopy | null = null;
      // The first submit never reaches the store. The copy is taken while its outcome is unknown.
      scene.faults = [
        async () => {
          copy = await copyDatabase(scene.system.database.db);
          throw new Error('The connection was cut.');
        },
      ];
      const ended = await scene.endOf(await scene.order());
      if (ended.status !== 'order_placed') return expectEnd(ended, scene.shop);
      expect(await scene.shop.sold()).toBe(1);
      await scene.restore(copy!);
      expectEnd(await scene.endOf(ended.id), scene.shop);
      expect(await scene.shop.sold()).toBe(1);
    });

    for (const when of ['before', 'after'] as const) {
      it(`when the answer to the button is lost ${when} the store sold`, async () => {
        const scene = await openScene(open, undo);
        scene.faults = [
          async (press) => {
            if (when === 'after') await press();
            throw new Error('The connection was cut.');
          },
        ];
        const ended = await scene.endOf(await scene.order());
        expect(await scene.shop.sold()).toBe(when === 'after' || ended.status === 'order_placed' ? 1 : 0);
        expectLostEnd(ended);
        await scene.expectSoundMoney(ended);
      });
    }

    for (const minutes of [1, 5, 20]) {
      it(`when the answer is lost and the store records the sale ${minutes} minutes later`, async () => {
        const scene = await openScene(open, undo);
        scene.faults = [
          async (press) => {
            scene.after(minutes * minuteMs, press);
            throw new Error('The connection was cut.');
          },
        ];
        const ended = await scene.endOf(await scene.order());
        expect(await scene.shop.sold()).toBeLessThanOrEqual(1);
        if (ended.status === 'order_placed') expect(await scene.shop.sold()).toBe(1);
        expectLostEnd(ended);
        await scene.expectSoundMoney(ended);
      });
    }
  });
}

/**
 * An order that takes what the store has, restored to an older copy after the store was restocked. The new cart differs
 * from the purchased one and must not be bought too.
 */
export function testPartialPurchase(
  name: string,
  open: (clock: FakeClock) => Promise<LiveShop & Required<Pick<LiveShop, 'limit'>>>,
): void {
  describe(`${name}: an order that is bought in part`, { timeout: 120_000 }, () => {
    const undo: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const step of undo.splice(0).reverse()) await step();
    });

    vitestIt.each(['accepted', 'submitting', 'sold'] as const)(
      'is in the books once after a restore to the moment "%s"',
      async (moment) => {
        let limit: (most: number | null) => void = () => {};
        const scene = await openScene(async (clock) => {
          const shop = await open(clock);
          limit = shop.limit;
          return shop;
        }, undo);
        scene.more = {
          products: [{ url: scene.shop.product, quantity: 3 }],
          fulfillment: { quantity: 'best_effort', items: 'best_effort' },
        };
        limit(2);
        const copy = await scene.buyWithBackup(moment);
        expect(await scene.shop.sold()).toBe(1);
        limit(null);
        await scene.restore(copy);
        const ended = await scene.endOf(await scene.order());
        expect(await scene.shop.sold(), `ended as ${ended.status}`).toBe(1);
        expectLostEnd(ended);
        await scene.expectSoundMoney(ended);
      },
    );
  });
}

/** Placed, or waiting for the operator by name. Never failed, because the store sold it. */
function expectEnd(ended: Ended, { canConfirm }: LiveShop): void {
  if (canConfirm) expect(ended).toMatchObject({ status: 'order_placed' });
  else if (ended.status !== 'order_placed') expect(ended).toMatchObject({ status: 'in_progress', needsReview: true });
}

function expectLostEnd(ended: Ended): void {
  if (ended.status !== 'order_placed') expect(ended).toMatchObject({ status: 'in_progress', needsReview: true });
}
