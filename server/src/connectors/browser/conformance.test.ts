import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectorConformance } from '../../../test/conformance/index.ts';
import { findQuery } from '../../../test/conformance/subject.ts';
import { type HostileShop, startHostileShop } from '../../../test/harness/hostile-shop/shop.ts';
import { pagesSubject } from '../../../test/harness/pages-shop/conformance.ts';
import {
  connectTo,
  pagesRecipe,
  startPagesSessions,
  viewsInMemory,
} from '../../../test/harness/pages-shop/connector.ts';
import { requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { recordOf } from '../cart-lines.ts';
import type { ReturnRequest } from '../contract.ts';
import { findChromium } from './chromium.ts';
import { parseRecipe } from './load-recipe.ts';
import type { Recipe } from './recipe.ts';

const call = () => ({ signal: AbortSignal.timeout(200_000) });

/** The whole suite runs with `npm run test:stores`. Lost answers are in late-sale.test.ts and theme-recipes.test.ts. */
const shortForm = [
  'tells a product from a missing one',
  'buys once, for the price that it showed, and finds it by our reference',
  'does not buy a cart twice when the button is pressed twice',
  'takes a return once, however often it is asked for',
];

describe.skipIf(findChromium() === null)('a store with pages only', { timeout: 240_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesSessions>> | undefined;
  let hostile: HostileShop;
  beforeAll(async () => {
    visits = await startPagesSessions();
    hostile = await startHostileShop();
  });
  afterAll(async () => {
    await visits?.stop();
    await hostile.stop();
  });

  connectorConformance('Pages, in short', async () => ({ ...(await pagesSubject(visits!)), only: shortForm }));

  it('reports the refund of an approved return: in part, or rejected', async () => {
    const { shop, connect: connectToPages } = visits!;
    const account = storeAccount('refunds@example.com', 'Long-enough-1');
    shop.register(account.email, await account.password());
    const has = (text: string) => ({ text: '#return b', has: text });
    const shown = { read: '#return i' };
    const plain = pagesRecipe().return!;
    const part = { ...plain, credited: has('refunded'), denied: has('rejected'), refunded: shown, message: shown };
    const connector = connectToPages({ patience_seconds: 60, return: part });
    const request = requestFor([{ productId: 'lamp' }], { account });
    const number = shop.record(account.email, { note: request.reference });
    const wanted: ReturnRequest = {
      reference: 'return-1',
      purchase: recordOf(request, { merchantOrderIds: [number] }),
      lines: request.lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
      reason: 'damaged',
      methodCode: null,
      explanation: null,
      returnAddress: null,
      askedAt: null,
      approvedAt: new Date(),
      others: [],
    };
    expect(await connector.requestReturn!(wanted, call())).toMatchObject({ kind: 'approved' });
    expect(await connector.checkRefund!(wanted, call())).toMatchObject({ kind: 'waiting' });
    const become = (status: string, text: string) => {
      shop.sales().find((sale) => sale.number === number)!.takenBack!.outcome = { status, text };
    };
    become('refunded', '$12.50 after a restocking fee');
    expect(await connector.checkRefund!(wanted, call())).toMatchObject({ kind: 'refunded', amount: 1250 });
    become('refunded', 'soon');
    expect(await connector.checkRefund!(wanted, call())).toMatchObject({ kind: 'unreachable' });
    become('rejected', 'The box was empty.');
    expect(await connector.checkRefund!(wanted, call())).toEqual({ kind: 'denied', message: 'The box was empty.' });
    // What an operator approved for a reason that the form does not know is not denied by it.
    expect(await connector.checkRefund!({ ...wanted, reason: 'other' }, call())).toMatchObject({ kind: 'waiting' });
    // A recipe that cannot tell a refund is not asked for it.
    expect(connectToPages().checkRefund).toBeUndefined();
  });

  const file = new URL('../../../test/harness/hostile-shop/recipe.json', import.meta.url);
  const hostileRecipe = (): Recipe => ({
    ...parseRecipe(readFileSync(file, 'utf8'), 'hostile-shop'),
    patience_seconds: 60,
  });
  const connect = (more: Partial<Recipe> = {}) => connectTo(hostile.url, { ...hostileRecipe(), ...more }, visits!);
  const chairs = [{ productId: 'sessel', quantity: 2, variant: [{ label: 'Farbe', value: 'Rot' }] }];

  it('buys where everything works differently, and finds the order in a history without notes', async () => {
    const connector = connect();
    const account = storeAccount('jana@example.com', hostile.password);
    const request = requestFor(chairs, { account });
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    // 1.249,00 € − 5,00 € + 4,90 €, tax contained, and no insurance.
    expect(prepared.checkout.price).toMatchObject({ total: 124_890, fees: 490, shipping: 0, tax: 19_940 });
    expect(prepared.checkout.lines).toMatchObject([{ quantity: 2, unitPrice: 62_450 }]);
    const outcome = await connector.submit!(prepared.checkout, request, call());
    expect(outcome).toMatchObject({ kind: 'placed', purchase: { merchantOrderIds: ['2026 / 00017'] } });
    expect(hostile.orders).toEqual([
      {
        number: '2026 / 00017',
        email: account.email,
        rows: [{ slug: 'sessel', colour: 'Rot', quantity: 2 }],
        total: 124_890,
      },
    ]);
    expect(await connector.find!(findQuery(request, prepared.checkout), call())).toMatchObject({ kind: 'found' });
    expect(await connector.product!({ retailer: 'real', productId: 'sessel' }, call())).toMatchObject({
      payload: { price: 62_450 },
    });
  });

  it('refuses in the words of a dialog, and names the step and picture where the recipe does not match', async () => {
    const before = hostile.orders.length;
    const gone = requestFor([{ productId: 'stuhl', variant: [{ label: 'Farbe', value: 'Weiß' }] }]);
    expect(await connect().prepare!(gone, call())).toMatchObject({
      reason: 'product_out_of_stock',
      message: expect.stringMatching(/^At add\/\d+: /),
    });
    const outdated = connect({ patience_seconds: 1, add: [{ open: '{{line.url}}' }, { click: '#neu' }] });
    expect(await outdated.prepare!(requestFor(chairs), call())).toMatchObject({
      kind: 'refused',
      reason: 'checkout_failed',
      detail: 'not_understood',
      retryOnce: true,
      isBroken: true,
      message: expect.stringMatching(/hostile-shop\. At add\/1: No #neu appeared at .* within 1 s/),
    });
    const film = visits!.recordings.at(-1)!;
    expect(film.pictures.map(({ name }) => name)).toContain('failed');
    expect(hostile.orders).toHaveLength(before);
  });

  it('waits for a person at a captcha and after submit, and continues there', async () => {
    const person = { when: { there: '.mensch' }, person: 'Prove that you are a person.' };
    // Waits in vain once: after submit nothing that the recipe knows comes, only the captcha.
    const recipe = { ...hostileRecipe(), patience_seconds: 15 };
    const views = viewsInMemory();
    const connector = connectTo(hostile.url, { ...recipe, signs: [...recipe.signs!, person] }, { ...visits!, views });
    const request = requestFor(chairs, { account: storeAccount('mira@example.com', hostile.password) });
    const before = hostile.orders.length;
    hostile.mood.captcha = true;
    const asked = await connector.prepare!(request, call());
    hostile.mood.captcha = false;
    if (asked.kind !== 'needs') return expect.unreachable(JSON.stringify(asked));
    expect(asked.question).toMatchObject({ kind: 'open_url', askedOf: 'operator', url: 'http://errand.test/1' });
    await views.proveToBeAPerson();
    const answers = [{ kind: 'open_url' as const, answer: { done: true }, resume: asked.question.resume ?? null }];
    const prepared = await connector.prepare!({ ...request, answers }, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));

    hostile.mood.secure = true;
    hostile.forgetPersons();
    const outcome = await connector.submit!(prepared.checkout, request, call());
    expect(outcome).toMatchObject({ kind: 'needs', question: { isInDoubt: true } });
    expect(hostile.orders).toHaveLength(before);
    await views.proveToBeAPerson();
    const query = findQuery(request, prepared.checkout);
    await connector.fence!(query, call());
    expect(await connector.find!(query, call())).toMatchObject({
      kind: 'found',
      purchase: { price: { total: 124_890 } },
    });
    expect(hostile.orders).toHaveLength(before + 1);
  });
});
