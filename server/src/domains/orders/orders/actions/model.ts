import { dayMs, hourMs, minuteMs } from '../../../../kit/clock.ts';
import { fieldsOf, listOf } from '../../../../kit/fields.ts';

export const actionKinds = ['approve', 'review', 'choose_variant', 'enter_code', 'open_url', 'buy'] as const;
export type ActionKind = (typeof actionKinds)[number];

export const actionParties = ['customer', 'operator'] as const;
export type ActionParty = (typeof actionParties)[number];

export type ActionState = 'open' | 'answered' | 'used' | 'expired' | 'closed';

export type JsonSchema = Record<string, unknown>;

/** What a person is asked about an order. */
export interface NewAction {
  kind: ActionKind;
  askedOf: ActionParty;
  /** One or two sentences that the person reads. */
  message: string;
  details?: Record<string, unknown>;
  /** What an answer looks like; that of the kind where none is given. */
  answerSchema?: JsonSchema;
  /** A page to open, where the question is about one. */
  url?: string | null;
  /** The same, where the page is about the question itself and has its id. */
  urlFor?: (questionId: string) => string;
  /** What an approval is bound to. */
  digest?: string | null;
  /** How long a person may take to answer; that of the kind where nothing is said. */
  withinMs?: number | null;
  /** The answer is sealed, used once and erased. Codes always are. */
  isSecret?: boolean;
  /** The connector's own note of where it goes on; it is never shown. */
  resume?: string | null;
}

const closedObject = (properties: JsonSchema, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const approvalSchema = closedObject(
  {
    approved: { type: 'boolean', title: 'Approve', description: 'true continues, false cancels the order.' },
    note: { type: 'string', maxLength: 500, title: 'Note' },
  },
  ['approved'],
);

/** How each kind is answered unless the question says otherwise. */
const answerSchemas: Record<Exclude<ActionKind, 'choose_variant'>, JsonSchema> = {
  approve: approvalSchema,
  review: approvalSchema,
  enter_code: closedObject(
    { code: { type: 'string', minLength: 1, maxLength: 64, pattern: '\\S', title: 'Code', writeOnly: true } },
    ['code'],
  ),
  open_url: closedObject({ done: { type: 'boolean', const: true, title: 'Done' } }, ['done']),
  buy: closedObject({}, []),
};

/** One of the choices that the details name, by its id. */
function choiceSchema(details: Record<string, unknown>): JsonSchema {
  const ids = listOf(details.choices).map((choice) => String(fieldsOf(choice).id));
  return closedObject({ choice: { type: 'string', enum: ids, title: 'Choice' } }, ['choice']);
}

export function answerSchemaOf(question: NewAction): JsonSchema {
  if (question.answerSchema) return question.answerSchema;
  return question.kind === 'choose_variant' ? choiceSchema(question.details ?? {}) : answerSchemas[question.kind];
}

const timeoutMsByKind: Record<ActionKind, number> = {
  approve: dayMs,
  review: dayMs,
  choose_variant: dayMs,
  // A code is of no use once the store has forgotten that it sent one.
  enter_code: 10 * minuteMs,
  open_url: hourMs,
  buy: 2 * dayMs,
};

export const actionTimeoutMs = (question: NewAction): number => question.withinMs ?? timeoutMsByKind[question.kind];

/** Codes are sealed, used once and erased; whatever else is answered is no secret. */
export const isSecretAnswer = ({ kind, isSecret = false }: NewAction): boolean => isSecret || kind === 'enter_code';

/** Who wants to answer. A key never is a person, even if a person holds it. */
export interface Answerer {
  isPerson: boolean;
  isOperator: boolean;
}

/** Only those whom it asks may answer, and no key approves or reviews what a key ordered: that takes a person. */
export function canAnswer(
  question: { kind: ActionKind; asked_of: ActionParty; digest: string | null },
  answerer: Answerer,
): boolean {
  if (question.asked_of === 'operator') return answerer.isPerson && answerer.isOperator;
  const isForPeople = question.kind === 'approve' || question.kind === 'review' || question.digest !== null;
  return !isForPeople || answerer.isPerson;
}

/**
 * Who of an account's people may approve: the owners, or, where a policy names people, those owners and buyers whom it names and
 * nobody else. When none of those is there any more, the owners: they could write another policy as well.
 */
export function filterApprovers<Each extends { email: string; role: string }>(
  question: { details: Record<string, unknown> },
  people: readonly Each[],
): Each[] {
  const { approvers } = question.details;
  const names = Array.isArray(approvers) ? approvers.map((approver) => String(approver).toLowerCase()) : [];
  const named = people.filter(({ email, role }) => role !== 'viewer' && names.includes(email.toLowerCase()));
  return named.length > 0 ? named : people.filter(({ role }) => role === 'owner');
}

/** A "no" to a question that can be answered so; the order ends with it. */
export function isRefusal(kind: ActionKind, answer: unknown): boolean {
  if (kind !== 'approve' && kind !== 'review') return false;
  return fieldsOf(answer)?.approved !== true;
}

/** How an order ends over its questions; null where it goes on. */
export function orderEndingOf(
  questions: readonly { kind: ActionKind; state: ActionState; answer: unknown }[],
): { errorType: 'approval_denied' | 'action_expired'; message: string } | null {
  const expired = questions.find(({ state }) => state === 'expired');
  if (expired) {
    const isApproval = expired.kind === 'approve';
    return isApproval
      ? { errorType: 'approval_denied', message: 'Nobody approved the order in time. Nothing was bought.' }
      : { errorType: 'action_expired', message: 'Nobody responded in time. Nothing was bought.' };
  }
  const declined = questions.some(
    ({ kind, state, answer }) => (state === 'answered' || state === 'used') && isRefusal(kind, answer),
  );
  return declined ? { errorType: 'approval_denied', message: 'The order was declined. Nothing was bought.' } : null;
}
