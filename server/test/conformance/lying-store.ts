import type { Checkout, Connector, Outcome, Prepared, PriceComponents } from '../../src/connectors/contract.ts';
import { addCents, type Cents } from '../../src/kit/money.ts';

/** What a store may say that is not so. Each is one lie; the rest of the store stays honest. */
export interface Lies {
  /** The cart costs this much more than it was asked to, and the store calls it ready. */
  cartTotal?: Cents;
  /** The button costs this much more than the cart showed. */
  chargedTotal?: Cents;
  /** So many of each line are in the cart. */
  quantity?: number;
  /** The cart goes to this postal code. */
  postalCode?: string;
  /** The cart lacks its first line. */
  isLineMissing?: boolean;
  /** Every answer to the button is kept back until this resolves; the store has sold by then. */
  answersAfter?: Promise<unknown>;
  /** The button is pressed a second time behind our back, and the second answer is the one that is given. */
  answersTwice?: boolean;
}

const dearer = (price: PriceComponents, more: Cents): PriceComponents => ({
  ...price,
  subtotal: addCents(price.subtotal, more),
  total: addCents(price.total, more),
});

/** An honest store that lies in the ways asked for: the engine, and the suite, have to find it out. */
export function lyingStore<Store extends Connector>(store: Store, lies: Lies): Store {
  // The store knows what it has in its cart, whatever it said about it: it does not check our memory of its lie.
  const truths = new Map<string, Checkout>();
  return {
    ...store,
    async prepare(request, call): Promise<Prepared> {
      const prepared = await store.prepare!(request, call);
      if (prepared.kind !== 'ready') return prepared;
      truths.set(prepared.checkout.handle, prepared.checkout);
      return { kind: 'ready', checkout: lieAbout(prepared.checkout, lies) };
    },
    async submit(told, request, call): Promise<Outcome> {
      const checkout = truths.get(told.handle) ?? told;
      const outcome = await store.submit!(checkout, request, call);
      const answer = lies.answersTwice ? await store.submit!(checkout, request, call) : outcome;
      await lies.answersAfter;
      if (answer.kind !== 'placed' || lies.chargedTotal === undefined) return answer;
      return {
        kind: 'placed',
        purchase: { ...answer.purchase, price: dearer(answer.purchase.price, lies.chargedTotal) },
      };
    },
  };
}

function lieAbout(checkout: Checkout, { cartTotal, quantity, postalCode, isLineMissing }: Lies): Checkout {
  const lines = isLineMissing ? checkout.lines.slice(1) : checkout.lines;
  return {
    ...checkout,
    price: cartTotal === undefined ? checkout.price : dearer(checkout.price, cartTotal),
    lines: quantity === undefined ? lines : lines.map((line) => ({ ...line, quantity })),
    ...(postalCode === undefined || !checkout.shipTo ? {} : { shipTo: { ...checkout.shipTo, postalCode } }),
  };
}
