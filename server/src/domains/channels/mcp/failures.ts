import { Failure } from '../../../kit/failure.ts';
import { moneyText } from '../../orders/orders/index.ts';
import type { Outcome, ToolError } from './call.ts';
import type { Summary } from './summary.ts';

const failed = (error: ToolError): Outcome => ({ error });

export const deniedByPolicy = (rules: unknown[]): Outcome =>
  failed({
    code: 'policy_denied',
    message: 'A policy blocks this order. Nothing was bought.',
    retryable: false,
    next_step: "Call get_policy to see what is left. Change the order, or ask the account's owner.",
    details: { rules },
  });

export const cursorRefused = (publicUrl: string): Outcome =>
  argumentsRefused('cursor must be a next_cursor from the same tool', publicUrl);

export const argumentsRefused = (problem: string, publicUrl: string): Outcome =>
  failed({
    code: 'invalid_request',
    message: `Invalid arguments: ${problem}.`,
    retryable: false,
    next_step: 'Fix the arguments listed in the message, then call the tool again.',
    docs: `${publicUrl}/docs/errors/invalid_request`,
  });

export const internalError = (): Outcome =>
  failed({
    code: 'internal_error',
    message: 'Something went wrong on our side.',
    retryable: true,
    next_step: 'Call list_orders to see what was bought, then try again.',
  });

export const approvalDenied = (): Outcome =>
  failed({
    code: 'approval_denied',
    message: 'The user declined. Nothing was bought.',
    retryable: false,
    next_step: 'Ask the user what they want instead.',
  });

/** The same response for an approval that is unknown, expired, used, or of another key or order. */
export const approvalInvalid = (orderId: string | null = null): Outcome =>
  failed({
    code: 'approval_invalid',
    message:
      "This approval is invalid, already used or expired, or it's for another order. Nothing was bought by this call.",
    retryable: false,
    next_step:
      orderId === null
        ? 'Call list_orders to see whether the order was placed. If not, call place_order again without approval_id to get a new quote and approval.'
        : `It was used for order ${orderId}: call get_order.`,
    ...(orderId === null ? {} : { details: { order_id: orderId } }),
  });

export const nameTaken = (): Outcome =>
  failed({
    code: 'already_exists',
    message: 'This idempotency_key was used for another order.',
    retryable: false,
    next_step: 'Send the original order with it, or use a new idempotency_key.',
  });

interface ApprovalDetails {
  /** Null if it was shown before. */
  url: string | null;
  id: string;
  summary: Summary;
  until: Date;
}

export const approvalRequired = ({ url, id, summary, until }: ApprovalDetails): Outcome =>
  failed({
    code: 'approval_required',
    message: `The user must approve this purchase first. Total: ${moneyText(summary.price_components.total + summary.service_fee_cents, summary.currency)}. Nothing was bought.`,
    retryable: true,
    next_step: `Ask the user to open ${url ?? 'the approval_url that you were given'} and approve. Then call place_order again with the same arguments and approval_id "${id}".`,
    details: {
      approval_id: id,
      ...(url === null ? {} : { approval_url: url }),
      expires_at: until.toISOString(),
      quote: summary,
    },
  });

export const keyRequired = (publicUrl: string): Outcome =>
  failed({
    code: 'unauthorized',
    message: 'This tool needs a key. A sandbox key is free, needs no account, and buys nothing real.',
    retryable: false,
    next_step: `Create one with POST ${publicUrl}/sandbox/keys and connect again with Authorization: Bearer <api_key>.`,
  });

/** The tool did not run: the client has to call again with the key. */
export const sandboxMinted = (minted: Record<string, unknown>): Outcome =>
  failed({
    code: 'sandbox_minted',
    message: 'Sandbox key created. It is shown only once.',
    retryable: true,
    next_step: 'Connect again with Authorization: Bearer <api_key> and call the tool again.',
    details: { api_key: minted.api_key, claim_url: minted.claim_url, expires_policy: minted.expires_policy },
  });

export const approvalClosed = (): Failure =>
  new Failure(
    'action_closed',
    409,
    'This approval was already approved, declined or used, or it has expired. Nothing was changed.',
  );
