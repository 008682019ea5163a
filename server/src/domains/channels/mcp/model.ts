import { createHash, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../../kit/canonical-json.ts';
import { isUuid } from '../../../kit/ids.ts';

export const approvalStates = ['open', 'approved', 'denied', 'used'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** The client's handle: an id and a secret. */
export interface Handle {
  id: string;
  secret: string;
}

export const handleText = ({ id, secret }: Handle): string => `${id}.${secret}`;

const secretPattern = /^[0-9A-Za-z]{32}$/;
export const secretLength = 32;

/** Parses a handle; null if malformed. */
export function handleFrom(text: unknown): Handle | null {
  if (typeof text !== 'string') return null;
  const [id = '', secret = '', ...more] = text.split('.');
  return isUuid(id) && secretPattern.test(secret) && more.length === 0 ? { id: id.toLowerCase(), secret } : null;
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Digest of the arguments, independent of the order of fields. */
export const digestOf = (order: unknown): string => createHash('sha256').update(canonicalJson(order)).digest('hex');

/** The policies' decision about a quote, as in the API. */
export interface PolicyVerdict {
  decision: 'allow' | 'approve' | 'deny';
  rules: { rule: string; decision: string }[];
}

const isSpendingLimit = (rule: string): boolean => rule === 'max_order_cents' || rule.startsWith('windows.');

/**
 * Whether the client's person need not be asked: a policy asks a person itself, or one of its spending limits allows
 * the purchase. A policy without a limit, such as `{}`, gives no consent.
 */
export const isDecidedByPolicy = ({ decision, rules }: PolicyVerdict): boolean =>
  decision === 'approve' ||
  (decision === 'allow' && rules.some((each) => each.decision === 'allow' && isSpendingLimit(each.rule)));
