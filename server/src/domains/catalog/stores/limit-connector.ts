import type { Blocked, Call, Connector, Unreachable } from '../../../connectors/contract.ts';
import { refuse } from '../../../connectors/refuse.ts';
import { secondMs } from '../../../kit/clock.ts';
import { fieldsOf, messageOf, textOf } from '../../../kit/fields.ts';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { ConfiguredStore } from './configured-store.ts';

/** Limits concurrent requests to a store, and pauses it after failures. */
export interface StoreGate {
  /** Why the store is unusable as configured, or null. */
  whyUnusable(store: string): string | null;
  /** Remaining pause after failures. 0: none. */
  closedForMs(store: string): number;
  /** False if all slots are taken. */
  enter(store: string, withSlot: string): Promise<boolean>;
  leave(store: string, withSlot: string): Promise<void>;
  /** Reports the failure of a call, or null. */
  report(store: string, failure: string | null, isBroken?: boolean): void;
  /** Shared search time. 0: not responding, null: unknown. */
  searchMsOf(store: string): number | null;
  noteSearchMs(store: string, usualMs: number): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const busyRetryMs = 2 * secondMs;
/** Retry interval while an operator has to act. */
const unusableRetryMs = 60 * secondMs;
const slotPollMs = 100;
/** Maximum wait for a free slot. */
const slotWaitMs = 5 * secondMs;

/** Maximum wait for one store in a search of all stores. */
const searchSlotWaitMsMax = 5 * secondMs;

export class StoreBusy extends Error {
  readonly retryAfterMs: number;
  readonly reason: Blocked['reason'];
  constructor(message: string, retryAfterMs: number, reason: Blocked['reason'] = 'retailer_rate_limited') {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.reason = reason;
  }
}

/**
 * Applies a store's limits and mode to its connector. Reading and preparing may be refused with a retry time. Submit,
 * find and fence never are, because the purchase may have been made.
 */
export function limitConnector<W extends World>(
  connector: Connector<W>,
  store: ConfiguredStore,
  gate: StoreGate,
): Connector<W> {
  const { name, config } = store;

  async function withSlot<T>(call: Call, ask: () => Promise<T>, failureOf: (answer: T) => string | null): Promise<T> {
    const why = gate.whyUnusable(name);
    if (why !== null) throw new StoreBusy(why, unusableRetryMs, 'retailer_unavailable');
    const closedMs = gate.closedForMs(name);
    if (closedMs > 0) throw new StoreBusy('The store failed repeatedly. Requests are paused.', closedMs);
    const id = newId();
    for (let waited = 0; !(await gate.enter(name, id)); waited += slotPollMs) {
      if (waited >= slotWaitMs)
        throw new StoreBusy('This store has reached its concurrent request limit.', busyRetryMs);
      await gate.sleep(slotPollMs, call.signal);
    }
    try {
      const answer = await ask();
      gate.report(name, failureOf(answer), isBrokenAnswer(answer));
      return answer;
    } catch (error) {
      if (!call.signal.aborted || isTimeout(call.signal)) gate.report(name, messageOf(error));
      throw error;
    } finally {
      await gate.leave(name, id);
    }
  }

  const looks = <T>(call: Call, ask: () => Promise<T>): Promise<T | Unreachable> =>
    withSlot(call, ask, unreachableMessage).catch((error: unknown) => {
      if (error instanceof StoreBusy)
        return { kind: 'unreachable', message: error.message, retryAfterMs: error.retryAfterMs };
      throw error;
    });
  const { product, offers, search, prepare, track, cancel, requestReturn, checkReturn, login } = connector;
  const isSelling = config.mode !== 'catalogue';
  const abilities = new Set([...connector.abilities].filter((ability) => isSelling || !purchaseMethods.has(ability)));

  return {
    ...connector,
    // The desk is recognized by its name. Other stores of a brand get their own.
    ...(config.brand && connector.name !== 'desk' ? { name: `${store.kind} ${name}` } : {}),
    store: name,
    isAvailable: () => gate.whyUnusable(name) === null && gate.closedForMs(name) === 0,
    abilities,
    isReviewed: config.mode === 'review' && !connector.handsOver,
    patienceMs: Math.min(config.limits.timeoutSeconds * secondMs, searchSlotWaitMsMax),
    usualSearchMs: () => gate.searchMsOf(name),
    recordSearchMs: (usualMs) => gate.noteSearchMs(name, usualMs),
    ...(search && {
      // Throws if busy; callers list the store as left out.
      search: (retailer, query, call) =>
        withSlot(
          call,
          () => search.call(connector, retailer, query, call),
          () => null,
        ),
    }),
    ...(product && { product: (ref, call) => looks(call, () => product.call(connector, ref, call)) }),
    ...(offers && { offers: (ref, query, call) => looks(call, () => offers.call(connector, ref, query, call)) }),
    ...(track && { track: (purchase, call) => looks(call, () => track.call(connector, purchase, call)) }),
    ...(cancel && { cancel: (query, call) => looks(call, () => cancel.call(connector, query, call)) }),
    ...(requestReturn && {
      requestReturn: (wanted, call) => looks(call, () => requestReturn.call(connector, wanted, call)),
    }),
    ...(checkReturn && { checkReturn: (wanted, call) => looks(call, () => checkReturn.call(connector, wanted, call)) }),
    ...(prepare && {
      async prepare(request, call) {
        if (config.accounts === 'client' && request.account === null) {
          const message = 'This store requires a retailer account. Add one to the order.';
          return refuse('login_failed', message, { detail: 'account_required' });
        }
        const { country } = request.shippingAddress;
        if (config.countries && !config.countries.includes(country)) {
          return refuse('shipping_unavailable', `This store does not ship to ${country}.`);
        }
        return withSlot(call, () => prepare.call(connector, request, call), blockedMessage).catch(blockedFrom);
      },
    }),
    ...(login && {
      login: (retailer, account, call) =>
        withSlot(call, () => login.call(connector, retailer, account, call), blockedMessage).catch(blockedFrom),
    }),
  };
}

const purchaseMethods: ReadonlySet<string> = new Set(['checkout', 'quote']);

function blockedFrom(error: unknown): Blocked {
  if (!(error instanceof StoreBusy)) throw error;
  const { message, retryAfterMs, reason } = error;
  return { kind: 'blocked', reason, message, retryAfterMs };
}

const isTimeout = (signal: AbortSignal): boolean => fieldsOf(signal.reason).name === 'TimeoutError';

function unreachableMessage(answer: unknown): string | null {
  const { kind, message, retryAfterMs } = fieldsOf(answer);
  // A store that sends a retry time is healthy.
  return kind === 'unreachable' && retryAfterMs === undefined ? (textOf(message) ?? kind) : null;
}

const isBrokenAnswer = (answer: unknown): boolean => fieldsOf(answer).isBroken === true;

function blockedMessage(answer: unknown): string | null {
  const { kind, reason, message, detail } = fieldsOf(answer);
  const isDown = kind === 'blocked' && reason === 'retailer_unavailable';
  // An invalid response counts as a failure, though the order isn't retried.
  const isFailing = isDown || isBrokenAnswer(answer) || detail === 'not_understood';
  return isFailing ? (textOf(message) ?? 'The request to the store failed.') : null;
}
