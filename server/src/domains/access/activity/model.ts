import type { World } from '../../../kit/world.ts';

/** Operations that change nothing that others on the account would ask about. Those of the console have a log of their own. */
const unrecordedOperations = new Set([
  'previewPolicy',
  'simulatePolicy',
  'quoteOrder',
  'validateBulkOrder',
  'signOutEverywhere',
  'updateMe',
  'chooseAccount',
  'putMailPreferences',
]);

export const isRecordedAction = (method: string, path: string, operation: unknown): operation is string =>
  typeof operation === 'string' &&
  method !== 'GET' &&
  method !== 'HEAD' &&
  !path.startsWith('/operator/') &&
  !unrecordedOperations.has(operation);

/** The parts of a request that say what was done; nothing else of a body is kept. */
const recordedFields = [
  'label',
  'email',
  'role',
  'amount_cents',
  'max_price',
  'world',
  'approved',
  'status',
  'accepted',
];

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecordable = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** At most a line of each: strings are people's own words. */
const truncateText = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 200) : value);

export function detailsOf(operation: string, body: unknown): Fields {
  // The address and the password of a retailer account are nobody's to read here.
  if (!isFields(body) || operation.endsWith('ManagedAccount')) return {};
  const answer = isFields(body.answer) ? body.answer : {};
  const given: Fields = { ...body, ...answer };
  return Object.fromEntries(
    recordedFields.filter((field) => isRecordable(given[field])).map((field) => [field, truncateText(given[field])]),
  );
}

const idFields = ['id', 'order_id', 'batch_id', 'return_request_id', 'short_id'];

/** What it was done to: what the path names, or else what was made. */
export function subjectOf(params: unknown, answer: unknown): string | null {
  const named = isFields(params) ? Object.values(params).find((value) => typeof value === 'string') : undefined;
  if (typeof named === 'string') return named.toLowerCase();
  const made = isFields(answer)
    ? idFields.map((field) => answer[field]).find((id) => typeof id === 'string')
    : undefined;
  return typeof made === 'string' ? made : null;
}

export interface NewActivity {
  accountId: string;
  world: World;
  personId: string;
  person: string;
  action: string;
  subjectId: string | null;
  details: Fields;
}
