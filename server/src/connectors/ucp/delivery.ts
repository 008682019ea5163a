import type { Address } from '../contract.ts';
import { destinationOf, isSentTo, type Method, optionCost, type Session } from './checkout.ts';

type Json = Record<string, unknown>;

const shippingMethods = ({ fulfillment }: Session): Method[] =>
  (fulfillment?.methods ?? []).filter(({ type }) => type === 'shipping');

/** What a new session is told about the delivery. */
export const firstDelivery = (address: Address): Json => ({
  methods: [{ type: 'shipping', destinations: [destinationOf(address)], selected_destination_id: 'ship-to' }],
});

/**
 * What has to be said next about the delivery: the address where it is not the right one yet, then the cheapest option
 * of every group. Null when all is said.
 */
export function nextDelivery(session: Session, address: Address): Json | null {
  const methods = shippingMethods(session);
  if (methods.length === 0) return firstDelivery(address);
  if (!isSentTo(session, address)) {
    return { methods: methods.map((method) => ({ ...namesOf(method), ...destinationFor(method, address) })) };
  }
  const isChosen = methods.every(({ groups = [] }) =>
    groups.every((group) => cheapestOf(group) === null || group.selected_option_id === cheapestOf(group)),
  );
  if (isChosen) return null;
  return {
    methods: methods.map((method) => ({
      ...namesOf(method),
      ...destinationFor(method, address),
      groups: (method.groups ?? []).map((group) => ({ id: group.id, selected_option_id: cheapestOf(group) })),
    })),
  };
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
