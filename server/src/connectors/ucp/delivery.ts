import type { Address } from '../contract.ts';
import { destinationOf, isSentTo, type Method, optionCost, type Session, showsNoAddress } from './checkout.ts';

type Json = Record<string, unknown>;

const shippingMethods = ({ fulfillment }: Session): Method[] =>
  (fulfillment?.methods ?? []).filter(({ type }) => type === 'shipping');

const firstMethods = (address: Address): Json => ({
  methods: [{ type: 'shipping', destinations: [destinationOf(address)], selected_destination_id: 'ship-to' }],
});

/** Stores without the extension for deliveries know an address alone, and may refuse what they do not know. */
export const plainAddress = (address: Address): Json => {
  const { id: _id, ...place } = destinationOf(address);
  return { shipping_address: place };
};

/** What a new session is told about the delivery. */
export const firstDelivery = (address: Address, isExtended: boolean): Json =>
  isExtended ? { fulfillment: firstMethods(address) } : plainAddress(address);

/**
 * What has to be said next about the delivery: the address where it is not the right one yet, then the cheapest option
 * of every group. Null when all is said. A store that was told the address and shows none is not told again.
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

/** The store may have given the address a name of its own: then that is the one to choose. */
function destinationFor(method: Method, address: Address): Json {
  const ours = destinationOf(address);
  const theirs = method.destinations?.find(
    (place) => place.street_address === ours.street_address && place.postal_code === ours.postal_code && place.id,
  );
  const id = theirs?.id ?? ours.id;
  return { destinations: [{ ...ours, id }], selected_destination_id: id };
}

/** The option that costs least; what the store chose is kept when another one costs the same. */
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
