import { Failure, Invalid } from '../../../kit/failure.ts';
import type { Finding } from './model.ts';

const denialTexts: Record<string, string> = {
  frozen: 'A spending policy has frozen purchases.',
  not_before: 'The policy does not allow orders yet.',
  not_after: 'The policy no longer allows orders.',
  'retailers.allow': 'The policy does not allow this retailer.',
  'retailers.deny': 'The policy does not allow this retailer.',
  'countries.allow': 'The policy does not allow shipping to this country.',
  'addresses.only_known': 'The policy only allows addresses you have shipped to before.',
  deny_words: 'The policy does not allow these products.',
  max_quantity: 'The order has more units than the policy allows.',
  max_order_cents: "The order exceeds the policy's limit per order.",
  max_open_cents: "Counting orders in progress, this order would exceed the policy's limit.",
  require_reason: 'The policy requires a reason. Send it as metadata.reason.',
  default: 'The policy denies what it does not name.',
};

const denialFailure = ({ rule, limit, left }: Finding, whomToAsk: string): Failure =>
  new Failure(
    'policy_denied',
    403,
    `${denialTexts[rule] ?? "Counting earlier spending, this order would exceed the policy's limit."} Ask ${whomToAsk}.`,
    { details: { rule, limit: limit ?? null, left } },
  );

export const policyDenied = (finding: Finding): Failure => denialFailure(finding, "the account's owner");

/** A newer version wrote the policy: a process that does not know all of its rules must not decide. */
export const unknownRuleFailure = (rule: string): Failure =>
  new Failure(
    'service_unavailable',
    503,
    `A policy has the rule "${rule}", which this process does not support yet. Nothing was ordered. Try again.`,
    { headers: { 'retry-after': '1' } },
  );

/** An order that is paid per request has no account; its policy is the service's. */
export const agentDenied = (finding: Finding): Failure => denialFailure(finding, 'the operator of this service');

/** Without an account there is no person to ask, and no earlier order. */
export const ruleNotForAgents = (field: string): Invalid =>
  new Invalid([
    {
      loc: ['body', field],
      msg: 'A policy for orders without an account cannot require approval or use order history. Remove this field',
      type: 'value_error',
    },
  ]);

/** Otherwise two keys could lift each other's limits. */
export const ownPolicyForbidden = (): Failure =>
  new Failure(
    'forbidden',
    403,
    'A key with a spending policy cannot write policies. Sign in, or use a key with the "policies" scope and no policy of its own.',
  );

/** Otherwise every order that needs approval would wait until it fails. */
export const noApproverLeft = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'approvers'],
      msg: 'Value should include at least one member of this account',
      type: 'value_error',
    },
  ]);

export const unknownTimezone = (loc: (string | number)[]): Invalid =>
  new Invalid([{ loc, msg: 'Value should be the name of a time zone, such as "Europe/Berlin"', type: 'value_error' }]);

export const limitlessWindow = (index: number): Invalid =>
  new Invalid([
    {
      loc: ['body', 'windows', index],
      msg: 'Value should include amount_cents or count',
      type: 'value_error',
    },
  ]);

export const emptyTimeSpan = (): Invalid =>
  new Invalid([{ loc: ['body', 'not_after'], msg: 'Value should be later than not_before', type: 'value_error' }]);

export const invalidDenyWord = (index: number): Invalid =>
  new Invalid([
    { loc: ['body', 'deny_words', index], msg: 'Value should contain a letter or a digit', type: 'value_error' },
  ]);

export const keyAndGroupGiven = (): Invalid =>
  new Invalid([{ loc: ['body', 'group'], msg: 'Specify a key or a group, not both', type: 'value_error' }]);
