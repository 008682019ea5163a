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

/** What the service itself adds to a case: the progress of a return. */
export type CaseNote =
  | 'case.return.label_generated'
  | 'case.return.status_updated'
  | 'case.refund.partial'
  | 'case.refund.full';

export type CaseMessageType = `case.opened.${CaseReason}` | 'case.freetext' | 'case.closed' | CaseNote;
export type CaseAuthor = 'customer' | 'operator' | 'service';

/** A case as its customer sees it. Without one, the state is null and there are no messages. */
export interface Case {
  state: CaseState | null;
  messages: { type: CaseMessageType; message: string; timestamp: Date }[];
}

export interface CaseMessage {
  type: CaseMessageType;
  author: CaseAuthor;
  message: string;
  timestamp: Date;
}

export interface ListedCase {
  orderId: string;
  state: CaseState;
  /** Why it was last opened. */
  reason: CaseReason;
  createdAt: Date;
  updatedAt: Date;
  lastMessage: CaseMessage;
}

export interface FullCase extends Omit<ListedCase, 'lastMessage'> {
  messages: CaseMessage[];
  attachments: Attachment[];
}

export interface Attachment {
  id: string;
  author: 'customer' | 'operator';
  name: string;
  content_type: 'application/pdf' | 'image/png' | 'image/jpeg';
  bytes: number;
  created_at: Date;
}

export interface ReturnOfCase {
  id: string;
  status: string;
}

interface Money {
  chargedCents: number;
  /** By all returns of the order. */
  creditedCents: number;
}

/** The message about a return's status. */
export function caseNoteOfReturn({ id, status }: ReturnOfCase, money: Money): { type: CaseNote; message: string } {
  switch (status) {
    case 'approved':
      return { type: 'case.return.label_generated', message: `Return ${id} was approved. The label is ready.` };
    case 'credited': {
      const isFull = money.creditedCents >= money.chargedCents;
      const message = `Return ${id} was refunded to your wallet${isFull ? '. The order is now fully refunded' : ''}.`;
      return { type: isFull ? 'case.refund.full' : 'case.refund.partial', message };
    }
    default:
      return { type: 'case.return.status_updated', message: `Return ${id} is now ${status}.` };
  }
}

export const attachmentsMax = 20;
/** Of one account's orders in the sandbox, where keys are free: one full case. */
export const sandboxBytesMax = 100 * 1024 * 1024;

export const messageLengthMax = 10_000;
/** Messages that a case can have when a customer writes. Every response has them all. */
export const messagesMax = 100;

export const isCaseReason = (text: string): text is CaseReason => caseReasons.some((reason) => reason === text);

export type PostProblem = 'reason_missing' | 'reason_unwanted';

/** A reason opens or reopens a case. An open case takes messages without one. */
export function findPostProblem(state: CaseState | null, reason: CaseReason | undefined): PostProblem | null {
  if (state === 'open') return reason === undefined ? null : 'reason_unwanted';
  return reason === undefined ? 'reason_missing' : null;
}

export const messageTypeOf = (reason: CaseReason | undefined): CaseMessageType =>
  reason === undefined ? 'case.freetext' : `case.opened.${reason}`;
