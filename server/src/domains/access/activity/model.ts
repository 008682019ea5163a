import { cutText } from '../../../kit/storable-text.ts';
import type { World } from '../../../kit/world.ts';

/** Operations that other people on the account would not ask about. Operators have their own audit log. */
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

/** Fields that say what was done; the rest of a body is not stored. */
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

/** At most one line each, since people write these texts. */
const truncateText = (value: unknown): unknown => (typeof value === 'string' ? cutText(value, 200) : value);

export function detailsOf(operation: string, body: unknown): Fields {
  // Never the address or password of a retailer account.
  if (!isFields(body) || operation.endsWith('ManagedAccount')) return {};
  const answer = isFields(body.answer) ? body.answer : {};
  const given: Fields = { ...body, ...answer };
  return Object.fromEntries(
    recordedFields.filter((field) => isRecordable(given[field])).map((field) => [field, truncateText(given[field])]),
  );
}

const idFields = ['id', 'order_id', 'batch_id', 'return_request_id', 'short_id'];

/** The subject: named by the path, or created by the request. */
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
