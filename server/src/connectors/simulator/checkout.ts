import { secondMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { toCents } from '../../kit/money.ts';
import { currentTestClock } from '../../kit/test-clock.ts';
import { unknownOutcome } from '../answers.ts';
import { priceTooHigh } from '../check-cart.ts';
import type { Blocked, Call, Checkout, Connector, Outcome, Prepared, PurchaseRequest } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { askForReview, requestActionBeforeCart } from './actions.ts';
import { imageUrl } from './catalog/details.ts';
import type { SimulatorCatalog } from './catalog/index.ts';
import { confirmByMail, type LogInNeeds, lockedAccount, logIn } from './log-in.ts';
import { merchantOrderIds } from './order-numbers.ts';
import { checkPayment } from './payment.ts';
import { createPurchaseLookup, purchaseOf } from './purchases.ts';
import { type Quote, quote } from './quote/quote.ts';
import { type Story, scenarioOf } from './scenarios.ts';
import type { CartContents, SimulatorSql } from './sql.ts';
import { type StoreVisitLog, unloggedVisit } from './sql-visits.ts';

export interface CheckoutNeeds extends LogInNeeds {
  catalog: SimulatorCatalog;
  store: SimulatorSql;
  testShop: string;
  publicUrl: string;
  timeScale: number;
}

/** Scenarios that fail for the first carts of an order. */
const lossesByStory: Partial<Record<Story, { carts: number; blocked: Blocked }>> = {
  flaky: { carts: 2, blocked: blockedBy('retailer_unavailable', 'The store lost the cart.') },
  store_timeout_before_submit: {
    carts: 1,
    blocked: blockedBy('retailer_unavailable', 'The store did not respond in time. Nothing was bought.'),
  },
  rate_limited: {
    carts: 2,
    blocked: blockedBy('retailer_rate_limited', 'The store returned 429 Too Many Requests.'),
  },
};

function blockedBy(reason: Blocked['reason'], message: string): Blocked {
  return { kind: 'blocked', reason, message };
}

/** Scenarios that lose the response after the sale. */
const lostAnswers: ReadonlySet<Story | null> = new Set([
  'timeout_after_placing',
  'store_timeout_after_submit',
  'late_sale',
]);

/** Duration of cart and purchase, before the time scale. */
const storeDelays = { prepareMs: 0.4 * secondMs, submitMs: 0.4 * secondMs };
const slowStoreDelays = { prepareMs: 7 * secondMs, submitMs: 3 * secondMs };

type Checkouts = Required<Pick<Connector, 'prepare' | 'submit' | 'release' | 'find' | 'fence' | 'history'>>;

export function createCheckouts(needs: CheckoutNeeds): Checkouts {
  const { store, clock, timeScale } = needs;
  const storyOf = (request: PurchaseRequest): Story | null =>
    request.testFault ??
    scenarioOf(
      request.lines.map((line) => line.ref),
      needs.testShop,
    );

  const wait = async (story: Story | null, step: keyof typeof storeDelays, { signal }: Call): Promise<void> => {
    signal.throwIfAborted();
    const ms = (story === 'slow' ? slowStoreDelays : storeDelays)[step] * timeScale;
    // Don't wait without a time scale or on a test clock.
    if (ms > 0 && !currentTestClock()) await clock.sleep(ms, signal);
  };

  async function prepare(request: PurchaseRequest, call: Call): Promise<Prepared> {
    const story = storyOf(request);
    await wait(story, 'prepareMs', call);
    const obstacle = await enterStore(needs, request, story);
    if (obstacle) return obstacle;
    const question = requestActionBeforeCart(story, request, clock.now());
    if (question) return question;
    const offer = quote(needs.catalog, request, clock.now(), story);
    if (offer.kind === 'refused') return offer;
    const review = askForReview(story, request, offer);
    return review ?? fillCart(needs, request, raisePrice(offer, story, request), story);
  }

  // The same process fills and buys a cart.
  const visitsByCheckout = new WeakMap<Checkout, StoreVisitLog>();

  async function submit(checkout: Checkout, request: PurchaseRequest, call: Call): Promise<Outcome> {
    const story = storyOf(request);
    try {
      await wait(story, 'submitMs', call);
    } catch {
      return unknownOutcome('The call was interrupted while the store was processing it.');
    }
    if (story === 'timeout_before_placing')
      return unknownOutcome('The connection was lost before the store responded.');
    const outcome = await buy(store, checkout, request, clock.now());
    return lostAnswers.has(story) ? unknownOutcome('The store did not respond in time.') : outcome;
  }

  return {
    async prepare(request, call) {
      const visit = await needs.visits.open(request.account, request.retailer, request.reference, clock.now());
      const prepared = await prepare(request, call);
      if (prepared.kind === 'ready') {
        await visit.step();
        visitsByCheckout.set(prepared.checkout, visit);
      } else {
        await visit.end(clock.now());
      }
      return prepared;
    },

    async submit(checkout, request, call) {
      const visit = visitsByCheckout.get(checkout) ?? unloggedVisit;
      await visit.step();
      const outcome = await submit(checkout, request, call);
      await visit.end(clock.now());
      return outcome;
    },

    async release(checkout, { reference }, { signal }) {
      signal.throwIfAborted();
      await store.voidCart(checkout.handle, reference);
      await visitsByCheckout.get(checkout)?.end(clock.now());
    },

    ...createPurchaseLookup(needs),
  };
}

/** Checks before the cart: login, locked account, emailed code, card. */
async function enterStore(needs: CheckoutNeeds, request: PurchaseRequest, story: Story | null) {
  const now = needs.clock.now();
  const { account, retailer, reference } = request;
  const refusal = (account && (await logIn(needs, account, retailer))) ?? (await checkPayment(request.payment, now));
  if (refusal) return refusal;
  if (story === 'account_locked') return lockedAccount;
  if (story === 'store_outage') return blockedBy('retailer_unavailable', 'The store returned 503 Service Unavailable.');
  if (request.testFault === 'out_of_stock') return refuse('product_out_of_stock', 'This item just sold out.');
  if (story === 'payment_declined') return refuse('payment_declined', 'The store declined the payment.');
  if (story === 'code_required') return confirmByMail({ account, retailer, reference }, needs);
  if (story === 'invalid_variant') {
    const message = 'The variant does not exist.';
    const isThat = ({ ref }: PurchaseRequest['lines'][number]) => scenarioOf([ref], needs.testShop) === story;
    const lineIds = request.lines.filter(isThat).map((line) => line.lineId);
    return refuse('product_variant_unavailable', message, { detail: 'invalid_variant', lineIds });
  }
  return null;
}

/** One scenario raises the price at checkout. */
function raisePrice(offer: Quote, story: Story | null, request: PurchaseRequest): Quote {
  const rise = priceRiseOf(story, request, offer.price.total);
  if (rise <= 0) return offer;
  const { subtotal, total } = offer.price;
  return { ...offer, price: { ...offer.price, subtotal: toCents(subtotal + rise), total: toCents(total + rise) } };
}

const changedByCents = 500;

/** Price increase at checkout. Quotes have none. */
function priceRiseOf(story: Story | null, { isQuote = false, maxPrice }: PurchaseRequest, total: number): number {
  if (isQuote) return 0;
  if (story === 'price_exceeded' || story === 'price_rise') return maxPrice + 1 - total;
  return story === 'price_changed' ? changedByCents : 0;
}

async function fillCart(
  needs: CheckoutNeeds,
  request: PurchaseRequest,
  offer: Quote,
  story: Story | null,
): Promise<Prepared> {
  const { total } = offer.price;
  if (total > request.maxPrice) return priceTooHigh(offer.price, request);
  const id = newId();
  const cart = {
    id,
    reference: request.reference,
    retailer: request.retailer,
    contents: contentsOf(request, offer, story),
  };
  const losses = story === null ? undefined : lossesByStory[story];
  const state = await needs.store.openCart(cart, losses?.carts ?? 0, needs.clock.now());
  if (losses && state === 'void') return losses.blocked;
  const lines = offer.lines.map(({ lineId, productId, quantity, unitPrice, offerId, title }) => ({
    lineId,
    // Fault: one unit too many in the cart.
    quantity: story === 'cart_differs' ? quantity + 1 : quantity,
    unitPrice,
    offerId,
    title,
    image: imageUrl(needs.publicUrl, { retailer: request.retailer, productId }),
  }));
  return {
    kind: 'ready',
    checkout: {
      handle: id,
      price: offer.price,
      estimatedDelivery: offer.estimatedDelivery,
      lines,
      shipTo: request.shippingAddress,
    },
  };
}

function contentsOf(request: PurchaseRequest, offer: Quote, story: Story | null): CartContents {
  const { options } = request;
  return {
    lines: offer.lines,
    price: offer.price,
    estimatedDelivery: offer.estimatedDelivery,
    address: request.shippingAddress,
    scenario: story,
    account: request.account?.email ?? null,
    gift:
      options.isGift || options.useGiftWrap ? { message: options.giftMessage, isWrapped: options.useGiftWrap } : null,
    notes: {
      poNumber: options.poNumber,
      taxId: options.taxId,
      instructions: options.instructions,
      customsIdNumber: options.customsIdNumber,
    },
  };
}

async function buy(store: SimulatorSql, checkout: Checkout, request: PurchaseRequest, now: Date): Promise<Outcome> {
  if (checkout.price.total > request.maxPrice) return priceTooHigh(checkout.price, request);
  const purchaseId = newId();
  const numbers = merchantOrderIds(request, purchaseId);
  const bought = await store.buy(checkout.handle, purchaseId, numbers, now);
  if (bought) return { kind: 'placed', purchase: purchaseOf(bought) };
  // A second submit buys nothing. Only the history shows which one did.
  if (await store.isCartBought(request.reference, checkout.handle))
    return unknownOutcome('This cart was already checked out.');
  return refuse('checkout_failed', 'The cart is no longer open. Nothing was bought.');
}
