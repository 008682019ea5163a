import type { Connector, PurchaseRequest } from '../../../connectors/contract.ts';
import type { PlacementRow } from '../orders/index.ts';
import type { PlacementNeeds } from './step.ts';

/** The store that buys may use other product IDs than the store that accepted the order. */
export function relocate(connector: Connector, request: PurchaseRequest): PurchaseRequest {
  if (connector.store === undefined || connector.store === request.retailer) return request;
  const lines = request.lines.map((line) => {
    const address = URL.parse(line.url);
    return { ...line, ref: (address && connector.locate(address)) ?? line.ref };
  });
  return { ...request, lines };
}

/** One of several stores may be off, and its orders wait. The claim has checked the retailer's switch. */
export function canBuyAt(
  { registry }: PlacementNeeds,
  { world, retailer }: PlacementRow,
  connector: Connector,
): boolean {
  const { prepare: canPrepare, submit: canSubmit, abilities, store } = connector;
  if (!canPrepare || !canSubmit || !abilities.has('checkout')) return false;
  return store === undefined || store === retailer || !registry.isOff(world, store);
}

/** An order that was sent to a store without an action before has had its button pressed. */
export const storeOfAttempt = (claimed: PlacementRow, connector: Connector | undefined) => ({
  store: connector?.store ?? claimed.store,
  wasPressed: claimed.store !== null && claimed.asked_at === null,
});
