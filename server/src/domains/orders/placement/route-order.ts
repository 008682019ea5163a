import type { Connector, PurchaseRequest } from '../../../connectors/contract.ts';
import type { PlacementRow } from '../orders/index.ts';
import type { PlacementNeeds } from './step.ts';

/** The store that the order was accepted for may number its products otherwise than the one it is bought at. */
export function relocate(connector: Connector, request: PurchaseRequest): PurchaseRequest {
  if (connector.store === undefined || connector.store === request.retailer) return request;
  const lines = request.lines.map((line) => {
    const address = URL.parse(line.url);
    return { ...line, ref: (address && connector.locate(address)) ?? line.ref };
  });
  return { ...request, lines };
}

/** A store of several that is off keeps its own orders waiting; the claim has looked at the retailer's switch. */
export function canBuyAt(
  { registry }: PlacementNeeds,
  { world, retailer }: PlacementRow,
  connector: Connector,
): boolean {
  const { prepare: canPrepare, submit: canSubmit, abilities, store } = connector;
  if (!canPrepare || !canSubmit || !abilities.has('checkout')) return false;
  return store === undefined || store === retailer || !registry.isOff(world, store);
}

/** Older versions recorded only the store: they set it when they pressed the button or asked a person. */
export const storeOfAttempt = (claimed: PlacementRow, connector: Connector | undefined) => ({
  store: connector?.store ?? claimed.store,
  pressed_at: claimed.pressed_at ?? (claimed.store !== null && claimed.asked_at === null ? claimed.started_at : null),
});
