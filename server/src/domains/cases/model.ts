export const caseStates = ['open', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseReasons = [
  'return.request_label',
  'nondelivery.not_delivered',
  'nondelivery.damaged',
  'nondelivery.empty_box',
  'tracking.request_update',
  'cancel.forced_cancellation',
  'other',
] as const;
export type CaseReason = (typeof caseReasons)[number];

/** What the service itself has to say on a case: the course of a return of the same order. */
export const caseNotes = [
  'case.return.label_generated',
  'case.return.status_updated',
  'case.refund.partial',
  'case.refund.full',
] as const;
export type CaseNote = (typeof caseNotes)[number];

export type CaseMessageType = `case.opened.${CaseReason}` | 'case.freetext' | 'case.closed' | CaseNote;
export type CaseAuthor = 'customer' | 'operator' | 'service';

/** A case as its customer sees it; an order without one has the state null and no messages. */
export interface Case {
  state: CaseState | null;
  messages: { type: CaseMessageType; message: string; timestamp: Date }[];
}

export const messageLengthMax = 10_000;

export const isCaseReason = (text: string): text is CaseReason => caseReasons.some((reason) => reason === text);

export type PostProblem = 'reason_missing' | 'reason_unwanted';

/** A reason opens a case, anew as well; an open one takes messages without. */
export function problemOfPost(state: CaseState | null, reason: CaseReason | undefined): PostProblem | null {
  if (state === 'open') return reason === undefined ? null : 'reason_unwanted';
  return reason === undefined ? 'reason_missing' : null;
}

export const typeOfPost = (reason: CaseReason | undefined): CaseMessageType =>
  reason === undefined ? 'case.freetext' : `case.opened.${reason}`;
