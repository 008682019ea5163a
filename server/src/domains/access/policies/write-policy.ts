import { Invalid, notFound, type Problem } from '../../../kit/failure.ts';
import { fieldsOf, listOf, textOf } from '../../../kit/fields.ts';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findAccountEmail, listMembers } from '../accounts/index.ts';
import {
  emptyTimeSpan,
  invalidDenyWord,
  limitlessWindow,
  noApproverLeft,
  ownPolicyForbidden,
  unknownTimezone,
} from './failures.ts';
import { isFindableWord, type PolicyRules } from './model.ts';
import { deletePolicy, findBinding, type PolicyRow, type Subject, writePolicy } from './sql.ts';

/** The author of a policy: a person of the account, or a key. */
export interface Author {
  /** An email address, or "key" and its last characters. */
  name: string;
  /** Null for a person. */
  keyId: string | null;
}

/** A key can write policies only while none applies to it, and never one that would. */
async function refuseOwnPolicy(tx: Tx, of: Subject, { keyId }: Author): Promise<void> {
  if (keyId === null) return;
  if (of.scope === 'account' || (of.scope === 'key' && of.subject === keyId)) throw ownPolicyForbidden();
  const binding = await findBinding(tx, { accountId: of.accountId, world: of.world, keyId });
  if (binding.length > 0) throw ownPolicyForbidden();
}

/** Problems that a schema cannot express, of any body: a wrong type is reported by the schema. */
export function policyProblems(body: unknown): Problem[] {
  const { windows, deny_words: words, not_before: from, not_after: until } = fieldsOf(body);
  const timezones = listOf(windows).map((window) => textOf(fieldsOf(window).timezone));
  return [
    ...timezones.flatMap((timezone, index) =>
      timezone === undefined || isTimezone(timezone)
        ? []
        : unknownTimezone(['body', 'windows', index, 'timezone']).problems,
    ),
    // It would limit nothing, and look as if it did.
    ...listOf(windows).flatMap((window, index) => {
      const { amount_cents: amount, count } = fieldsOf(window);
      return (amount ?? count ?? null) === null ? limitlessWindow(index).problems : [];
    }),
    ...listOf(words).flatMap((word, index) =>
      typeof word !== 'string' || isFindableWord(word) ? [] : invalidDenyWord(index).problems,
    ),
    // A policy that ends before it starts would deny everything; `frozen` is for that.
    ...(Date.parse(textOf(until) ?? '') <= Date.parse(textOf(from) ?? '') ? emptyTimeSpan().problems : []),
  ];
}

/** Times are in UTC with milliseconds, however they were sent. */
const withUtcTimes = ({ not_before: from, not_after: until, ...rules }: PolicyRules): PolicyRules => ({
  ...rules,
  ...(from !== undefined && { not_before: new Date(from).toISOString() }),
  ...(until !== undefined && { not_after: new Date(until).toISOString() }),
});

function isTimezone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** One approver must be a person of the account, or every approval would expire. */
async function checkApprovers(tx: Tx, { accountId }: Subject, { approvers }: PolicyRules): Promise<void> {
  if (approvers === undefined) return;
  const people = await listMembers(tx, accountId);
  const names = approvers.map((approver) => approver.toLowerCase());
  // The address of an account that an operator created counts before its person signed in.
  const known = people.filter(({ role }) => role !== 'viewer').map(({ email }) => email);
  const those = people.length > 0 ? known : [await findAccountEmail(tx, accountId)];
  if (!those.some((email) => email !== null && names.includes(email))) throw noApproverLeft();
}

export interface PolicyNeeds {
  tx: Tx;
  now: Date;
  /** The canonical name of a retailer. */
  nameOfRetailer(world: World, retailer: string): string;
}

export async function replacePolicy(
  needs: PolicyNeeds,
  of: Subject,
  rules: PolicyRules,
  author: Author,
): Promise<PolicyRow> {
  const problems = policyProblems(rules);
  if (problems.length > 0) throw new Invalid(problems);
  await refuseOwnPolicy(needs.tx, of, author);
  await checkApprovers(needs.tx, of, rules);
  const named = withRetailerNames(withUtcTimes(rules), (retailer) => needs.nameOfRetailer(of.world, retailer));
  return writePolicy(needs.tx, of, { id: newId(), rules: named, by: author.name, now: needs.now });
}

/** Orders have canonical names: a list with "amazon.com" must match orders at "amazon". */
export function withRetailerNames(rules: PolicyRules, nameOf: (retailer: string) => string): PolicyRules {
  const { retailers } = rules;
  if (retailers === undefined) return rules;
  const named = Object.entries(retailers).map(([list, names]) => [list, [...new Set(names.map(nameOf))]]);
  return { ...rules, retailers: Object.fromEntries(named) };
}

export async function removePolicy(needs: { tx: Tx; now: Date }, of: Subject, author: Author): Promise<void> {
  await refuseOwnPolicy(needs.tx, of, author);
  if (!(await deletePolicy(needs.tx, of, author.name, needs.now))) throw notFound();
}
