import type { World } from '../../../kit/world.ts';

export const decisions = ['allow', 'approve', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export const periods = ['hour', 'day', 'week', 'month', 'total'] as const;
export type Period = (typeof periods)[number];

export interface SpendWindow {
  per: Period;
  amount_cents?: number;
  count?: number;
  /** IANA time zone, in which the day starts. UTC by default. */
  timezone?: string;
}

/** The rules. Every field is optional; a missing one limits nothing. */
export interface PolicyRules {
  default?: Decision;
  max_order_cents?: number;
  windows?: SpendWindow[];
  max_open_cents?: number;
  retailers?: { allow?: string[]; deny?: string[] };
  countries?: { allow: string[] };
  addresses?: { only_known?: boolean };
  deny_words?: string[];
  max_quantity?: number;
  approve?: { above_cents?: number; new_retailer?: boolean; new_address?: boolean; first_order?: boolean };
  approvers?: string[];
  approve_within_minutes?: number;
  not_before?: string;
  not_after?: string;
  require_reason?: boolean;
  frozen?: boolean;
}

export const scopes = ['account', 'group', 'key'] as const;
export type Scope = (typeof scopes)[number];

export interface Policy {
  id: string;
  accountId: string;
  world: World;
  scope: Scope;
  /** The key's id, the group's name, or '' for the account. */
  subject: string;
  version: number;
  rules: PolicyRules;
}

/** A purchase, as policies see it. */
export interface ProposedPurchase {
  retailer: string;
  country: string;
  /** The amount to hold: the maximum price with the fee. */
  cents: number;
  quantity: number;
  /** Null if no store could name the product. */
  titles: string[] | null;
  reason: string | null;
}

/** Earlier spending, as one policy counts it. */
export interface SpentSoFar {
  /** In the order of the policy's windows. */
  windows: { cents: number; count: number; periodStart: Date /** Null: never. */; periodEnd: Date | null }[];
  openCents: number;
  isFirstOrder: boolean;
}

export interface Spent extends SpentSoFar {
  isNewRetailer: boolean;
  isNewAddress: boolean;
}

/** A rule's verdict. `limit`, `used` and `left` are numbers if the rule counts something. */
export interface Finding {
  rule: string;
  decision: Decision;
  limit: unknown;
  used: number | null;
  left: number | null;
}

export interface Verdict {
  decision: Decision;
  /** The deciding findings come first. */
  findings: Finding[];
}

const severity: Record<Decision, number> = { allow: 0, approve: 1, deny: 2 };

/** Every policy must allow: the strictest finding decides. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const sorted = [...findings].sort((a, b) => severity[b.decision] - severity[a.decision]);
  return { decision: sorted[0]?.decision ?? 'allow', findings: sorted };
}

/** The findings of one policy. */
export function evaluateRules(rules: PolicyRules, purchase: ProposedPurchase, spent: Spent, now: Date): Finding[] {
  return [
    ...whenFindings(rules, now),
    ...whatFindings(rules, purchase),
    ...amountFindings(rules, purchase, spent),
    ...approvalFindings(rules, purchase, spent),
    ...defaultFindings(rules, purchase),
  ];
}

const plainFindings = (rule: string, decision: Decision, limit: unknown): Finding => ({
  rule,
  decision,
  limit,
  used: null,
  left: null,
});

const when = (isSo: boolean, finding: Finding): Finding[] => (isSo ? [finding] : []);

function whenFindings(rules: PolicyRules, now: Date): Finding[] {
  const { frozen = false, not_before: from, not_after: until } = rules;
  return [
    ...when(frozen, plainFindings('frozen', 'deny', true)),
    ...when(from !== undefined && now < new Date(from), plainFindings('not_before', 'deny', from)),
    ...when(until !== undefined && now > new Date(until), plainFindings('not_after', 'deny', until)),
  ];
}

function whatFindings(rules: PolicyRules, purchase: ProposedPurchase): Finding[] {
  const { retailers, countries, deny_words: words = [], max_quantity: most, require_reason: needsReason } = rules;
  const isRefused = retailers?.deny?.includes(purchase.retailer) ?? false;
  const isElsewhere = countries !== undefined && !countries.allow.includes(purchase.country);
  return [
    ...when(isRefused, plainFindings('retailers.deny', 'deny', retailers?.deny)),
    ...when(isElsewhere, plainFindings('countries.allow', 'deny', countries?.allow)),
    ...wordFindings(words, purchase.titles),
    ...(most === undefined ? [] : [counted('max_quantity', most, 0, purchase.quantity)]),
    ...when(needsReason === true && !purchase.reason?.trim(), plainFindings('require_reason', 'deny', true)),
  ];
}

/** An unknown title may contain any word, so a person decides. */
function wordFindings(words: readonly string[], titles: readonly string[] | null): Finding[] {
  if (words.length === 0) return [];
  if (titles === null) return [plainFindings('deny_words', 'approve', words)];
  const text = titles.map(foldText);
  const found = words.filter((word) => text.some((title) => names(title, foldText(word))));
  return when(found.length > 0, plainFindings('deny_words', 'deny', found));
}

/** Whether a normalized title has a normalized word or its plural. */
const names = (title: string, word: string): boolean =>
  ['', 's', 'es'].some((ending) => title.includes(`${word.trimEnd()}${ending} `));

/** Whether a word has a letter or digit. Otherwise every title would match. */
export const isFindableWord = (word: string): boolean => foldText(word).trim() !== '';

/** Without accents and invisible characters, which could split a word. */
const foldText = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** A limit on a sum: denied if this purchase would exceed it. */
function counted(rule: string, limit: number, used: number, more: number): Finding {
  const decision = used + more > limit ? 'deny' : 'allow';
  return { rule, decision, limit, used, left: Math.max(0, limit - used) };
}

function amountFindings(rules: PolicyRules, { cents }: ProposedPurchase, spent: Spent): Finding[] {
  const { max_order_cents: most, max_open_cents: open, windows = [] } = rules;
  return [
    ...(most === undefined ? [] : [counted('max_order_cents', most, 0, cents)]),
    ...windows.flatMap((window, index) => windowFindings(window, spent.windows[index], cents)),
    ...(open === undefined ? [] : [counted('max_open_cents', open, spent.openCents, cents)]),
  ];
}

function windowFindings(window: SpendWindow, used: Spent['windows'][number] | undefined, cents: number): Finding[] {
  const { per, amount_cents: amount, count } = window;
  return [
    ...(amount === undefined ? [] : [counted(`windows.${per}.amount_cents`, amount, used?.cents ?? 0, cents)]),
    ...(count === undefined ? [] : [counted(`windows.${per}.count`, count, used?.count ?? 0, 1)]),
  ];
}

function approvalFindings(rules: PolicyRules, purchase: ProposedPurchase, spent: Spent): Finding[] {
  const { above_cents: above, new_retailer, new_address, first_order } = rules.approve ?? {};
  return [
    ...when(above !== undefined && purchase.cents > above, plainFindings('approve.above_cents', 'approve', above)),
    ...when(new_retailer === true && spent.isNewRetailer, plainFindings('approve.new_retailer', 'approve', true)),
    ...when(new_address === true && spent.isNewAddress, plainFindings('approve.new_address', 'approve', true)),
    ...when(first_order === true && spent.isFirstOrder, plainFindings('approve.first_order', 'approve', true)),
    ...when(
      rules.addresses?.only_known === true && spent.isNewAddress,
      plainFindings('addresses.only_known', 'deny', true),
    ),
  ];
}

/**
 * The default decision. A listed retailer is allowed; another one is denied, or asked about if the default is to ask.
 */
function defaultFindings(rules: PolicyRules, { retailer }: ProposedPurchase): Finding[] {
  const base = rules.default ?? 'allow';
  const listed = rules.retailers?.allow;
  if (listed === undefined) return when(base !== 'allow', plainFindings('default', base, base));
  if (listed.includes(retailer)) return [];
  return [plainFindings('retailers.allow', base === 'approve' ? 'approve' : 'deny', listed)];
}

/** Whether a decision needs more than the purchase itself. */
export const needsTitles = (rules: PolicyRules): boolean => (rules.deny_words?.length ?? 0) > 0;

/** Whether a policy may ask a person, who needs to see what is bought. */
export const canRequireApproval = ({ approve, default: base }: PolicyRules): boolean =>
  approve !== undefined || base === 'approve';

/** Whether a policy depends on new retailers or addresses. */
export const needsPlaceFacts = ({ approve, addresses }: PolicyRules): boolean =>
  approve?.new_retailer === true || approve?.new_address === true || addresses?.only_known === true;

export const alertPercents = [50, 80, 100] as const;

export function passedPercents(limit: number, before: number, after: number): number[] {
  if (limit <= 0) return [];
  return alertPercents.filter((percent) => before * 100 < limit * percent && after * 100 >= limit * percent);
}

/** Adds a purchase, for the next one in the same batch. */
export function addPurchase(spent: SpentSoFar, cents: number): SpentSoFar {
  return {
    windows: spent.windows.map((window) => ({ ...window, cents: window.cents + cents, count: window.count + 1 })),
    openCents: spent.openCents + cents,
    // Stays true until an order is approved or placed, so each order of a batch asks.
    isFirstOrder: spent.isFirstOrder,
  };
}

const defaultApprovalMinutes = 1440;

/** The shortest time limit of the policies that ask. */
export function approvalMinutes(policies: readonly { rules: PolicyRules }[]): number {
  return Math.min(...policies.map(({ rules }) => rules.approve_within_minutes ?? defaultApprovalMinutes));
}
