import { Failure, Invalid } from '../../../kit/failure.ts';
import type { Finding } from './model.ts';

const denialTexts: Record<string, string> = {
  frozen: 'Buying is frozen by a policy.',
  not_before: 'The policy does not allow orders yet.',
  not_after: 'The policy no longer allows orders.',
  'retailers.allow': 'The policy does not allow this retailer.',
  'retailers.deny': 'The policy does not allow this retailer.',
  'countries.allow': 'The policy does not allow deliveries to this country.',
  'addresses.only_known': 'The policy allows only addresses that were delivered to before.',
  deny_words: 'The policy does not allow what is being bought.',
  max_quantity: 'The order has more units than the policy allows.',
  max_order_cents: 'The order is above what the policy allows for one order.',
  max_open_cents: 'Together with the orders that are under way this is above what the policy allows.',
  require_reason: 'The policy wants a reason: send it as metadata.reason.',
  default: 'The policy denies what it does not name.',
};

const denialFailure = ({ rule, limit, left }: Finding, whomToAsk: string): Failure =>
  new Failure(
    'policy_denied',
    403,
    `${denialTexts[rule] ?? 'Together with what was spent before, the order is above what the policy allows.'} Ask ${whomToAsk}.`,
    { details: { rule, limit: limit ?? null, left } },
  );

export const policyDenied = (finding: Finding): Failure => denialFailure(finding, "the account's owner");

/** A newer version wrote the policy: a process that does not know all of its rules must not decide by the others. */
export const unknownRuleFailure = (rule: string): Failure =>
  new Failure(
    'service_unavailable',
    503,
    `A policy has the rule "${rule}", which this process of the service is too old to know. Nothing was ordered: try again, a newer one decides.`,
    { headers: { 'retry-after': '1' } },
  );

/** No account stands behind an order that is paid per request: its policy is the service's. */
export const agentDenied = (finding: Finding): Failure => denialFailure(finding, 'the operator of this service');

/** There is no person to ask, and no order of the payer's came before. */
export const ruleNotForAgents = (field: string): Invalid =>
  new Invalid([
    {
      loc: ['body', field],
      msg: 'A policy for orders without an account cannot ask a person, or know a payer from before: leave this out',
      type: 'value_error',
    },
  ]);

/** A bound key could lift a limit for another key, and have its own lifted in return. */
export const ownPolicyForbidden = (): Failure =>
  new Failure(
    'forbidden',
    403,
    'A key that a spending policy binds cannot write policies, and no key writes its own. Sign in on the web, or use a key with the scope "policies" that no policy binds.',
  );

/** An approval that no person may give would keep every order waiting until it fails. */
export const noApproverLeft = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'approvers'],
      msg: 'Value should name at least one person of this account: nobody else can approve its orders',
      type: 'value_error',
    },
  ]);

export const unknownTimezone = (loc: (string | number)[]): Invalid =>
  new Invalid([{ loc, msg: 'Value should be the name of a time zone, such as "Europe/Berlin"', type: 'value_error' }]);

export const emptyTimeSpan = (): Invalid =>
  new Invalid([{ loc: ['body', 'not_after'], msg: 'Value should be later than not_before', type: 'value_error' }]);

export const invalidDenyWord = (index: number): Invalid =>
  new Invalid([
    { loc: ['body', 'deny_words', index], msg: 'Value should have a letter or a digit', type: 'value_error' },
  ]);

export const keyAndGroupGiven = (): Invalid =>
  new Invalid([{ loc: ['body', 'group'], msg: 'Name a key or a group, not both', type: 'value_error' }]);
