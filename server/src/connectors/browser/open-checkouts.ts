import type { Clock } from '../../kit/clock.ts';
import type { Outcome, Purchase } from '../contract.ts';
import type { BrowserSession } from './browser-session.ts';
import type { Handle } from './handle.ts';
import type { LiveView } from './live-view.ts';
import type { Recipe } from './recipe.ts';

/** A filled cart and its open page. */
export interface OpenCheckout {
  readonly browserSession: BrowserSession;
  /** The recipe that prepared it also presses the button. */
  readonly recipe: Recipe;
  readonly view: Promise<LiveView> | null;
  readonly reference: string;
  readonly accountId: string | null;
  /** When the button was pressed; null if it was not. */
  pressedAt: number | null;
  /** The press, while it waits for a person at the page. */
  pressing?: Promise<Outcome>;
  close(ending: string): Promise<void>;
}

type EarlierRows = Pick<Handle, 'before' | 'unnumbered'>;

/** A checkout whose button was not pressed is closed after this. */
export const checkoutTimeoutMs = 30_000;
/** How many finished checkouts to remember. */
const entriesMax = 2_000;

/** Drops the oldest entries. */
function dropOldest(remembered: Map<string, unknown>): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= entriesMax) break;
    remembered.delete(oldest);
  }
}

/** This process's checkouts that wait for their button, and the outcome of earlier ones. */
export function createOpenCheckouts({ now }: Pick<Clock, 'now'>) {
  const open = new Map<string, OpenCheckout>();
  const over = new Map<string, { pressedAt: number | null; accountId: string | null; purchase?: Purchase }>();
  /** Whether the account's cart still had the items at the first look after submit. */
  const carts = new Map<string, 'kept' | 'gone'>();
  /** What the history showed before an order was first submitted. */
  const histories = new Map<string, EarlierRows>();

  function keepCart(id: string, cart: 'kept' | 'gone'): void {
    carts.set(id, cart);
    dropOldest(carts);
  }

  async function end(id: string, ending: string): Promise<void> {
    const ended = open.get(id);
    if (!ended) return;
    open.delete(id);
    over.set(id, { pressedAt: ended.pressedAt, accountId: ended.accountId });
    dropOldest(over);
    await ended.close(ending);
  }

  return {
    get: (id: string): OpenCheckout | undefined => open.get(id),
    /** Closes the page and frees its slot if it is not submitted in time. */
    add(id: string, visit: OpenCheckout): void {
      open.set(id, visit);
      const timer = setTimeout(() => {
        if (visit.pressedAt === null) void end(id, 'the order was not submitted');
      }, checkoutTimeoutMs);
      timer.unref();
    },
    end,
    /** Remembers a purchase that completed after its call ended. */
    keepPurchase(id: string, purchase: Purchase): void {
      over.set(id, { pressedAt: now().getTime(), accountId: null, ...over.get(id), purchase });
    },
    purchaseOf: (id: string): Purchase | null => over.get(id)?.purchase ?? null,
    /** When the button was pressed; `never`: it was not, and will not be; `unknown`: another process may know. */
    pressOf(id: string): number | 'never' | 'unknown' {
      const known = open.get(id) ?? over.get(id);
      if (!known) return 'unknown';
      return known.pressedAt ?? 'never';
    },
    keepCart,
    cartOf: (id: string): 'kept' | 'gone' | null => carts.get(id) ?? null,
    keepHistory(reference: string, rows: EarlierRows): void {
      histories.set(reference, rows);
      dropOldest(histories);
    },
    historyOf: (reference: string): EarlierRows | null => histories.get(reference) ?? null,
    /** An account has one cart: a new checkout takes it from the one before. */
    async endThoseOf(accountId: string): Promise<void> {
      for (const [id, { accountId: owner, pressedAt, purchase }] of over) {
        // From now on, the cart proves nothing about an earlier press with an unknown outcome.
        const isUnknown = pressedAt !== null && !purchase && !carts.has(id);
        if (owner === accountId && isUnknown) keepCart(id, 'gone');
      }
      for (const [id, { accountId: owner, pressedAt }] of [...open]) {
        if (owner === accountId && pressedAt === null) await end(id, 'another checkout with this account started');
      }
    },
  };
}

export type OpenCheckouts = ReturnType<typeof createOpenCheckouts>;
