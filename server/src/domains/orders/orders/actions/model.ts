import { dayMs, hourMs, minuteMs } from '../../../../kit/clock.ts';
import { fieldsOf, listOf } from '../../../../kit/fields.ts';

export const actionKinds = ['approve', 'review', 'choose_variant', 'enter_code', 'open_url', 'buy'] as const;
export type ActionKind = (typeof actionKinds)[number];

export const actionParties = ['customer', 'operator'] as const;
export type ActionParty = (typeof actionParties)[number];

export type ActionState = 'open' | 'answered' | 'used' | 'expired' | 'closed';

export type JsonSchema = Record<string, unknown>;

/** What an order asks a person. */
export interface NewAction {
  kind: ActionKind;
  askedOf: ActionParty;
  /** One or two sentences for the person. */
  message: string;
  details?: Record<string, unknown>;
  /** JSON Schema of the answer. Defaults to the kind's schema. */
  answerSchema?: JsonSchema;
  /** A page to open, if the action is about one. */
  url?: string | null;
  /** The same for a page whose URL contains the action's ID. */
  urlFor?: (questionId: string) => string;
  digest?: string | null;
  /** Time to answer. Defaults to the kind's timeout. */
  withinMs?: number | null;
  /** Secret answers are sealed, used once and erased. Codes are always secret. */
  isSecret?: boolean;
  /** The connector's private note of where to continue. Never shown. */
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
    approved: { type: 'boolean', title: 'Approve', description: 'true approves the order, and false cancels it.' },
    note: { type: 'string', maxLength: 500, title: 'Note' },
  },
  ['approved'],
);

/** Default answer schema of each kind. */
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

/** One of the choices in the details, by ID. */
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
  // After that, the store no longer accepts the code.
  enter_code: 10 * minuteMs,
  open_url: hourMs,
  buy: 2 * dayMs,
};

export const actionTimeoutMs = (question: NewAction): number => question.withinMs ?? timeoutMsByKind[question.kind];

/** Codes are always secret. */
export const isSecretAnswer = ({ kind, isSecret = false }: NewAction): boolean => isSecret || kind === 'enter_code';

/** Who answers. A key is never a person, even if a person holds it. */
export interface Answerer {
  isPerson: boolean;
  isOperator: boolean;
}

/** Only the party that is asked may answer. A key cannot approve or review what a key ordered. */
export function canAnswer(
  question: { kind: ActionKind; asked_of: ActionParty; digest: string | null },
  answerer: Answerer,
): boolean {
  if (question.asked_of === 'operator') return answerer.isPerson && answerer.isOperator;
  const isForPeople = question.kind === 'approve' || question.kind === 'review' || question.digest !== null;
  return !isForPeople || answerer.isPerson;
}

/**
 * Who may approve: the owners, or the owners and buyers that a policy names. If none of those is left, the owners, who
 * could change the policy anyway.
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

/** Whether the answer is a "no". The order then ends. */
export function isRefusal(kind: ActionKind, answer: unknown): boolean {
  if (kind !== 'approve' && kind !== 'review') return false;
  return fieldsOf(answer)?.approved !== true;
}

/** How an action ends the order; null if the order continues. */
export function orderEndingOf(
  questions: readonly { kind: ActionKind; state: ActionState; answer: unknown }[],
): { errorType: 'approval_denied' | 'action_expired'; message: string; detail?: 'approval_expired' } | null {
  const expired = questions.find(({ state }) => state === 'expired');
  if (expired) {
    const message = 'Nobody approved the order in time. Nothing was bought.';
    return expired.kind === 'approve'
      ? { errorType: 'approval_denied', message, detail: 'approval_expired' }
      : { errorType: 'action_expired', message: 'Nobody responded in time. Nothing was bought.' };
  }
  const declined = questions.some(
    ({ kind, state, answer }) => (state === 'answered' || state === 'used') && isRefusal(kind, answer),
  );
  return declined ? { errorType: 'approval_denied', message: 'The order was declined. Nothing was bought.' } : null;
}
