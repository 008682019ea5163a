import { readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEverShop } from '../../../../tools/stores/evershop.ts';
import { openEverShopAdmin } from '../../../../tools/stores/evershop-admin.ts';
import { startExpressCart } from '../../../../tools/stores/expresscart.ts';
import { ensureInstalled } from '../../../../tools/stores/install.ts';
import type { Chromium } from '../../../src/connectors/browser/chromium.ts';
import { loadRecipe, ownRecipes, parseRecipe } from '../../../src/connectors/browser/load-recipe.ts';
import type { Recipe } from '../../../src/connectors/browser/recipe.ts';
import { findShipToDifference } from '../../../src/connectors/browser/ship-to.ts';
import type { PurchaseRequest } from '../../../src/connectors/contract.ts';
import { startCornerShop } from '../corner-shop.ts';
import { connectTo, pagesRecipe } from '../pages-shop/connector.ts';
import { startPagesShop } from '../pages-shop/shop.ts';
import { requestFor, storeAccount } from '../stores/request.ts';
import { type Change, type Random, randomFrom, type ShopChanges } from './changes.ts';
import { cornerChanges } from './corner-changes.ts';
import { evershopChanges } from './evershop-changes.ts';
import { expresscartChanges } from './expresscart-changes.ts';
import { pagesChanges } from './pages-changes.ts';

/** A sale in the shop's own records. */
interface Sale {
  rows: { slug: string; quantity: number }[];
  total: number;
  shipTo: string;
  /** The order's comment, which has our reference. */
  note?: string | null;
}

export interface Subject {
  url: string;
  recipe: Recipe;
  changes: ShopChanges;
  request(): Promise<PurchaseRequest>;
  sales(): Sale[] | Promise<Sale[]>;
  payment?: string;
  /** Its sales have notes, so several variants can run at a time. */
  hasNotes: boolean;
  stop(): Promise<unknown>;
}

const apartment = { ...requestFor([{ productId: 'x' }]).shippingAddress, addressLine2: 'Apt 4' };

export const subjects: Record<string, () => Promise<Subject>> = {
  async pages() {
    const shop = await startPagesShop();
    let customers = 0;
    return {
      url: shop.url,
      recipe: { ...pagesRecipe(), patience_seconds: 8 },
      changes: pagesChanges,
      async request() {
        customers += 1;
        const account = storeAccount(`redesign-${customers}@example.com`, 'Long-enough-1');
        shop.register(account.email, 'Long-enough-1');
        return requestFor([{ productId: 'lamp', quantity: 2 }], { account, shippingAddress: apartment });
      },
      sales: () => shop.sales(),
      hasNotes: true,
      stop: () => shop.stop(),
    };
  },
  async corner() {
    const shop = await startCornerShop();
    const text = readFileSync(new URL('recipe-corner.json', import.meta.url), 'utf8');
    return {
      url: shop.url,
      recipe: parseRecipe(text, 'corner-shop'),
      changes: cornerChanges,
      request: async () =>
        requestFor([{ productId: 'kettle', quantity: 2 }], { account: null, shippingAddress: apartment }),
      sales: () => shop.orders,
      hasNotes: false,
      stop: () => shop.stop(),
    };
  },
};

const ownRecipe = (name: string): Recipe => ({
  ...loadRecipe(name, [ownRecipes]),
  patience_seconds: Number(process.env.PATIENCE_SECONDS ?? 12),
});

/** A real EverShop, as a guest. */
export async function startEverShopSubject(): Promise<Subject> {
  const shop = await startEverShop(await ensureInstalled('evershop', console.log));
  const admin = await openEverShopAdmin(shop);
  const variant = [{ label: 'Color', value: 'Black' }];
  const line = { productId: 'ceramic-coffee-cup-white', quantity: 2, variant };
  return {
    url: shop.url,
    recipe: ownRecipe('evershop'),
    changes: evershopChanges,
    payment: 'cod',
    request: async () => requestFor([line], { account: null, shippingAddress: apartment }),
    sales: async () =>
      (await admin.orders()).map(({ items, totalCents, shipTo, note }) => ({
        rows: items.map(({ sku, quantity }) => ({ slug: sku === 'CUP-001-BLK' ? line.productId : sku, quantity })),
        total: totalCents,
        shipTo,
        note,
      })),
    hasNotes: true,
    async stop() {
      await admin.close();
      await shop.stop();
    },
  };
}

/** A real expressCart, as a guest, paid in store. */
export async function startExpressCartSubject(): Promise<Subject> {
  const shop = await startExpressCart(await ensureInstalled('expresscart', console.log));
  const line = { productId: '5-panel-camp-cap', quantity: 2, variant: [{ label: 'colour', value: 'Navy blue' }] };
  return {
    url: shop.url,
    recipe: ownRecipe('expresscart'),
    changes: expresscartChanges,
    request: async () => requestFor([line], { account: null, shippingAddress: apartment }),
    sales: async () =>
      (await shop.orders()).map((order) => ({
        rows: Object.values(order.orderProducts).map(({ link, quantity }) => ({ slug: link, quantity })),
        total: Math.round(order.orderTotal * 100),
        shipTo: [
          `${order.orderFirstname} ${order.orderLastname}`,
          order.orderAddr1,
          order.orderAddr2,
          order.orderState,
          order.orderPostcode,
        ].join(', '),
        note: order.orderComment,
      })),
    hasNotes: true,
    stop: () => shop.stop(),
  };
}

/** A seed's changes: up to three harmless ones, and in every second variant a harmful one. */
export function variantOf(
  { harmless, harmful }: ShopChanges,
  seed: number,
): { changes: Change[]; isHarmless: boolean } {
  const random = randomFrom(seed);
  const pick = (from: readonly Change[]): Change[] => [from[random(from.length)]].flatMap((one) => one ?? []);
  const isHarmless = random(2) === 0;
  const redesign = Array.from({ length: isHarmless ? 1 + random(3) : random(2) }, () => pick(harmless)).flat();
  return { changes: [...new Set([...redesign, ...(isHarmless ? [] : pick(harmful))])], isHarmless };
}

/** Runs a script once, when the proxy has one. */
const listener = `<script>if (top === self) { const look = setInterval(async () => {
  const script = await (await fetch('/__change')).text();
  if (script && !window.isChanged) { window.isChanged = true; clearInterval(look); new Function(script)(); fetch('/__changed'); }
}, 50); }</script>`;

/** A proxy that changes a shop's pages. */
async function startChangingProxy(target: string, changes: readonly Change[], seed: number) {
  const { port, hostname } = new URL(target);
  let own = target;
  let script = '';
  let done = Promise.withResolvers<void>();
  const rewrite = (html: string, path: string): string => {
    // A page changes in the same way every time.
    const random: Random = randomFrom(seed);
    return `${changes.reduce((page, { page: change }) => change?.(page, path, random) ?? page, html)}${/pay|checkout/.test(path) ? listener : ''}`;
  };
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').split('?')[0] ?? '/';
    if (path === '/__change') return void outgoing.end(script);
    if (path === '/__changed') {
      done.resolve();
      return void outgoing.end();
    }
    const { 'accept-encoding': _packed, ...headers } = incoming.headers;
    const asked = send({ host: hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      const isPage = /text\/html/.test(type);
      const { 'content-length': _length, ...shown } = answer.headers;
      if (shown.location) shown.location = shown.location.replace(target, own);
      outgoing.writeHead(answer.statusCode ?? 502, shown);
      if (!isPage && !/json|javascript/.test(type)) return void answer.pipe(outgoing);
      void answer.toArray().then(
        (chunks) => {
          // A shop may write its own address into pages.
          const text = Buffer.concat(chunks).toString().replaceAll(target, own);
          outgoing.end(isPage ? rewrite(text, path) : text);
        },
        () => outgoing.destroy(),
      );
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  own = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  return {
    url: own,
    /** Between the review and the submit. */
    async changeNow(): Promise<void> {
      const between = changes.flatMap((change) => change.between ?? []);
      if (between.length === 0) return;
      script = between.join(';');
      const tooLate = setTimeout(() => done.reject(new Error('The page did not take the change.')), 60_000);
      await done.promise.finally(() => clearTimeout(tooLate));
      done = Promise.withResolvers();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface VariantResult {
  seed: number;
  changes: string[];
  isHarmless: boolean;
  outcome: 'bought' | 'refused' | 'unknown' | 'wrong';
  message: string;
}

/** A refusal says at which part or step of the recipe. */
export const namesStep = /\bAt [a-z_]+(\/[a-z0-9_/]+)?: /;

/** Buys once from a changed shop, and compares the shop's records with the order. */
export async function tryVariant(
  subject: Subject,
  chromium: Chromium,
  seed: number,
  /** A harmful variant is refused after this wait. */
  harmfulPatience = subject.recipe.patience_seconds ?? 20,
): Promise<VariantResult> {
  const { changes, isHarmless } = variantOf(subject.changes, seed);
  const recipe = isHarmless ? subject.recipe : { ...subject.recipe, patience_seconds: harmfulPatience };
  const proxy = await startChangingProxy(subject.url, changes, seed);
  const store = subject.payment === undefined ? {} : { payment: subject.payment };
  const connector = connectTo(proxy.url, recipe, { chromium, recordings: [] }, store);
  const request = await subject.request();
  const call = () => ({ signal: AbortSignal.timeout(300_000) });
  const before = subject.hasNotes ? 0 : (await subject.sales()).length;
  const result = async (outcome: VariantResult['outcome'], message: string): Promise<VariantResult> => {
    const sold = (await subject.sales())
      .slice(before)
      .filter(({ note }) => !subject.hasNotes || note?.includes(request.reference) === true);
    const wrong = sold.flatMap((sale) => wrongIn(sale, request) ?? []);
    const names = changes.map(({ name }) => name);
    const isWrong = wrong.length > 0 || sold.length > 1 || (sold.length === 1) !== (outcome === 'bought');
    return {
      seed,
      changes: names,
      isHarmless,
      outcome: isWrong ? 'wrong' : outcome,
      message: isWrong ? `${sold.length} sold; ${wrong.join(', ')}; ${outcome}: ${message}` : message,
    };
  };
  try {
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready')
      return await result('refused', 'message' in prepared ? prepared.message : prepared.kind);
    await proxy.changeNow();
    const outcome = await connector.submit!(prepared.checkout, request, call());
    if (outcome.kind === 'placed') return await result('bought', '');
    return await result(
      outcome.kind === 'unknown' ? 'unknown' : 'refused',
      'message' in outcome ? outcome.message : outcome.kind,
    );
  } finally {
    await proxy.stop();
  }
}

function wrongIn({ rows, shipTo }: Sale, { lines, shippingAddress }: PurchaseRequest): string | null {
  const [line] = lines;
  const isRight = rows.length === 1 && rows[0]?.slug === line?.ref.productId && rows[0]?.quantity === line?.quantity;
  if (!isRight) return JSON.stringify(rows);
  return findShipToDifference(shipTo, shippingAddress);
}
