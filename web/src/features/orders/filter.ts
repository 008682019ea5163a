import type { ListOrdersInput } from '../../../../sdk/src/index.ts';
import { recordOf } from '../../lib/fields.ts';
import { orderPlaceLabels, orderStatusLabels } from '../../lib/labels.ts';

/** The filters of the list in the URL. Empty: not set. */
export interface Filter {
  search: string;
  status: string;
  tracking: string;
  from: string;
  to: string;
  key: string;
  value: string;
  retailer: string;
  /** Status of one of its packages. */
  parcel: string;
  /** Status of one of its returns. */
  returned: string;
  sort: string;
}

const names = [
  'search',
  'status',
  'tracking',
  'from',
  'to',
  'key',
  'value',
  'retailer',
  'parcel',
  'returned',
  'sort',
] as const satisfies (keyof Filter)[];

export const noFilter: Filter = recordOf(names, () => '');

export function readFilter(params: URLSearchParams): Filter {
  return recordOf(names, (name) => params.get(name) ?? '');
}

/** The query string of a filter, at the first page. */
export function writeFilter(filter: Filter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of names) if (filter[name] !== '') params.set(name, filter[name]);
  return params;
}

/** The sort is not a filter. */
export const isFiltered = (filter: Filter): boolean => names.some((name) => name !== 'sort' && filter[name] !== '');

type Status = NonNullable<ListOrdersInput['status_filter']>;
const isStatus = (text: string): text is Status => text in orderStatusLabels;
type Place = NonNullable<ListOrdersInput['progress']>;
const isPlace = (text: string): text is Place => text in orderPlaceLabels;

/** The status that the list shows. Links may also use an API status, such as `order_placed`. */
function askedByStatus(text: string): ListOrdersInput {
  if (isPlace(text)) return { progress: text };
  return isStatus(text) ? { status_filter: text } : {};
}

export const sorts = ['newest', 'oldest', 'highest', 'lowest', 'late'] as const;
const parcelStates = ['pending', 'in_transit', 'delivered', 'undeliverable'] as const;
const returnStates = ['open', 'approved', 'denied', 'credited'] as const;
const isOneOf = <Value extends string>(text: string, values: readonly Value[]): text is Value =>
  values.some((value) => value === text);

/** Days are local, and the last one is included. */
function startOf(day: string, daysLater = 0): string | null {
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return null;
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

/** The filter without its sort. Sorting by lateness lists late orders only. */
export function selectedBy(filter: Filter): Omit<ListOrdersInput, 'sort'> {
  const { sort, ...asked } = askedBy(filter);
  return sort === 'late' ? { ...asked, progress: 'late' } : asked;
}

export function askedBy(filter: Filter): ListOrdersInput {
  const after = filter.from ? startOf(filter.from) : null;
  const before = filter.to ? startOf(filter.to, 1) : null;
  return {
    ...(filter.search ? { search: filter.search } : {}),
    ...askedByStatus(filter.status),
    ...(filter.tracking ? { has_tracking: filter.tracking === 'yes' } : {}),
    ...(after ? { created_after: after } : {}),
    ...(before ? { created_before: before } : {}),
    ...(filter.retailer ? { retailer: filter.retailer } : {}),
    ...(isOneOf(filter.parcel, parcelStates) ? { tracking_status: filter.parcel } : {}),
    ...(isOneOf(filter.returned, returnStates) ? { return_status: filter.returned } : {}),
    ...(isOneOf(filter.sort, sorts) ? { sort: filter.sort } : {}),
    ...(filter.key ? { metadata_key: filter.key } : {}),
    ...(filter.key && filter.value ? { metadata_value: filter.value } : {}),
  };
}
