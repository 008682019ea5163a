import type { Address } from '../contract.ts';
import { destinationOf, isSentTo, type Method, optionCost, type Session, showsNoAddress } from './checkout.ts';

type Json = Record<string, unknown>;

const shippingMethods = ({ fulfillment }: Session): Method[] =>
  (fulfillment?.methods ?? []).filter(({ type }) => type === 'shipping');

const firstMethods = (address: Address): Json => ({
  methods: [{ type: 'shipping', destinations: [destinationOf(address)], selected_destination_id: 'ship-to' }],
});

/** Stores without the fulfillment extension take only an address, and may refuse other fields. */
export const plainAddress = (address: Address): Json => {
  const { id: _id, ...place } = destinationOf(address);
  return { shipping_address: place };
};

/** Delivery fields of a new session. */
export const firstDelivery = (address: Address, isExtended: boolean): Json =>
  isExtended ? { fulfillment: firstMethods(address) } : plainAddress(address);

/**
 * The next delivery update: the address until it is right, then the cheapest option of every group. Null when
 * complete. The address is sent once if the store doesn't show it.
 */
export function nextDelivery(
  session: Session,
  address: Address,
  { isExtended, wasSaid }: { isExtended: boolean; wasSaid: boolean },
): Json | null {
  const methods = shippingMethods(session);
  const isRight = isSentTo(session, address) || (wasSaid && showsNoAddress(session));
  if (!isExtended && !isRight) return plainAddress(address);
  if (methods.length === 0) return isRight ? null : { fulfillment: firstMethods(address) };
  if (!isRight) {
    const placed = methods.map((method) => ({ ...namesOf(method), ...destinationFor(method, address) }));
    return { fulfillment: { methods: placed } };
  }
  const isChosen = methods.every(({ groups = [] }) =>
    groups.every((group) => cheapestOf(group) === null || group.selected_option_id === cheapestOf(group)),
  );
  if (isChosen) return null;
  const chosen = methods.map((method) => ({
    ...namesOf(method),
    ...destinationFor(method, address),
    groups: (method.groups ?? []).map((group) => ({ id: group.id, selected_option_id: cheapestOf(group) })),
  }));
  return { ...(isExtended ? {} : plainAddress(address)), fulfillment: { methods: chosen } };
}

const namesOf = ({ id, type, line_item_ids: lines }: Method): Json => ({
  type,
  ...(id ? { id } : {}),
  ...(lines ? { line_item_ids: lines } : {}),
});

/** Uses the store's own ID of the address, if it assigned one. */
function destinationFor(method: Method, address: Address): Json {
  const ours = destinationOf(address);
  const theirs = method.destinations?.find(
    (place) => place.street_address === ours.street_address && place.postal_code === ours.postal_code && place.id,
  );
  const id = theirs?.id ?? ours.id;
  return { destinations: [{ ...ours, id }], selected_destination_id: id };
}

/** The cheapest option. Keeps the store's choice if the price is equal. */
function cheapestOf({
  options = [],
  selected_option_id: selected,
}: NonNullable<Method['groups']>[number]): string | null {
  const costs = options.flatMap((option) => {
    const cost = optionCost(option);
    return cost === null ? [] : [{ id: option.id, cost }];
  });
  const [cheapest] = costs.toSorted((a, b) => a.cost - b.cost || Number(b.id === selected) - Number(a.id === selected));
  return cheapest?.id ?? options[0]?.id ?? null;
}
