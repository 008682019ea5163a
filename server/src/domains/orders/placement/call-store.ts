import type {
  Blocked,
  Checkout,
  Connector,
  Outcome,
  Prepared,
  PurchaseRequest,
  Refused,
} from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { minuteMs, secondMs } from '../../../kit/clock.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import { isUnavailable } from '../../../platform/database/index.ts';
import { isVaultUnavailable, VaultError } from '../../../platform/secrets/index.ts';
import { readOutcome } from './read-purchase.ts';
import type { PlacementNeeds } from './step.ts';

const prepareWithinMs = 3 * minuteMs;
const submitWithinMs = 2 * minuteMs;
const releaseWithinMs = 15 * secondMs;

/** Fills a cart and reads its price. */
export async function prepare(
  needs: PlacementNeeds,
  connector: Connector,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Prepared> {
  try {
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(prepareWithinMs)]) };
    return await assertDefined(connector.prepare?.(request, limits));
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof VaultError && !isVaultUnavailable(error)) return credentialsUnreadable(needs, request, error);
    // Preparing buys nothing, so any error can be retried.
    needs.logger.warn({ orderId: request.reference, err: error }, 'checkout preparation failed');
    return isOutage(error) ? unreachable : storeReplyInvalid(error);
  }
}

const unreachable: Blocked = {
  kind: 'blocked',
  reason: 'retailer_unavailable',
  message: 'The store could not be reached.',
};

/** The error may quote the store's response, so the order shows only its kind. The log has the rest. */
function storeReplyInvalid(error: unknown): Refused {
  const name = error instanceof Error ? error.name : typeof error;
  const message = `The store's checkout did not work as expected, and Errand could not complete it (${name}). Nothing was bought.`;
  return { kind: 'refused', reason: 'checkout_failed', message, retryOnce: true };
}

/** Nothing is bought with a secret that cannot be opened. The log tells the operator what to do. */
function credentialsUnreadable(needs: PlacementNeeds, request: PurchaseRequest, error: VaultError): Blocked {
  needs.logger.error({ orderId: request.reference, err: error }, 'retailer account secret unreadable');
  const message = "The account's stored credentials could not be read. An operator was notified.";
  return { kind: 'blocked', reason: 'retailer_unavailable', message };
}

/** Presses the button. */
export async function submit(
  connector: Connector,
  checkout: Checkout,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(submitWithinMs)]) };
    const outcome = await assertDefined(connector.submit?.(checkout, request, limits));
    return readOutcome(outcome, checkout.price.currency);
  } catch (error) {
    // Whatever went wrong after submit, only the store knows the outcome.
    return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Gives up a cart. If the store cannot be reached, the next attempt finds and empties it. */
export async function releaseCart(
  needs: PlacementNeeds,
  connector: Connector,
  checkout: Checkout,
  request: PurchaseRequest,
) {
  try {
    await connector.release?.(checkout, request, { signal: AbortSignal.timeout(releaseWithinMs) });
  } catch (error) {
    needs.logger.warn({ orderId: request.reference, err: error }, 'cart release failed');
  }
}

const outageNames: ReadonlySet<unknown> = new Set(['AbortError', 'TimeoutError']);
/** Codes of the network, TLS and the HTTP client. */
const outageCodes = /^(ECONN|ENET|EHOST|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE|EPROTO|ERR_TLS|ERR_SSL|CERT_|UND_ERR)/;

/** Whether the store or the network is down. Waiting helps with nothing else. */
export function isOutage(error: unknown): boolean {
  if (isUnavailable(error) || isVaultUnavailable(error)) return true;
  const { name, code, cause, errors } = fieldsOf(error);
  if (outageNames.has(name) || (typeof code === 'string' && outageCodes.test(code))) return true;
  return [...(cause === undefined ? [] : [cause]), ...listOf(errors)].some(isOutage);
}
