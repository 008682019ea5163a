import type { World } from '../../../kit/world.ts';

export const decisions = ['allow', 'approve', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export const periods = ['hour', 'day', 'week', 'month', 'total'] as const;
export type Period = (typeof periods)[number];

export interface SpendWindow {
  per: Period;
  amount_cents?: number;
  count?: number;
  /** An IANA name; the day begins at its midnight. UTC unless told. */
  timezone?: string;
}

/** What a person wrote. Every field is optional; what is absent limits nothing. */
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

/** A purchase as far as policies look at it. */
export interface ProposedPurchase {
  retailer: string;
  country: string;
  /** What would be held: the most that it may cost, fee included. */
  cents: number;
  quantity: number;
  /** Null: no retailer could tell what is being bought. */
  titles: string[] | null;
  reason: string | null;
}

/** What was spent before, as one policy counts it. */
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

/** One rule and how it looks at a purchase. `limit`, `used` and `left` are numbers where the rule counts something. */
export interface Finding {
  rule: string;
  decision: Decision;
  limit: unknown;
  used: number | null;
  left: number | null;
}

export interface Verdict {
  decision: Decision;
  /** The findings that made the decision first. */
  findings: Finding[];
}

const severity: Record<Decision, number> = { allow: 0, approve: 1, deny: 2 };

/** All that bind must allow: the strictest finding decides. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const sorted = [...findings].sort((a, b) => severity[b.decision] - severity[a.decision]);
  return { decision: sorted[0]?.decision ?? 'allow', findings: sorted };
}

/** Every rule of one policy that has something to say about a purchase. */
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

/** A title that could not be read may hold any word: a person decides then. */
function wordFindings(words: readonly string[], titles: readonly string[] | null): Finding[] {
  if (words.length === 0) return [];
  if (titles === null) return [plainFindings('deny_words', 'approve', words)];
  const text = titles.map(foldText);
  const found = words.filter((word) => text.some((title) => names(title, foldText(word))));
  return when(found.length > 0, plainFindings('deny_words', 'deny', found));
}

/** Whether a folded title has a folded word, or its plural. */
const names = (title: string, word: string): boolean =>
  ['', 's', 'es'].some((ending) => title.includes(`${word.trimEnd()}${ending} `));

/** Whether a denied word can be found in a title: without a letter or digit it would be in every one. */
export const isFindableWord = (word: string): boolean => foldText(word).trim() !== '';

const foldText = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** A limit on something that adds up: denied when what was used and this together pass it. */
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
 * What is decided about a purchase that no other rule speaks of. A retailer on the list is allowed; one that is not on it
 * is denied, or asked about where the default is to ask.
 */
function defaultFindings(rules: PolicyRules, { retailer }: ProposedPurchase): Finding[] {
  const base = rules.default ?? 'allow';
  const listed = rules.retailers?.allow;
  if (listed === undefined) return when(base !== 'allow', plainFindings('default', base, base));
  if (listed.includes(retailer)) return [];
  return [plainFindings('retailers.allow', base === 'approve' ? 'approve' : 'deny', listed)];
}

/** Whether judging a purchase takes more than its own data. */
export const needsTitles = (rules: PolicyRules): boolean => (rules.deny_words?.length ?? 0) > 0;

/** Whether a policy may ask a person, who then wants to know what is bought. */
export const canRequireApproval = ({ approve, default: base }: PolicyRules): boolean =>
  approve !== undefined || base === 'approve';

/** Whether a policy wants to know if the retailer or the address is new. */
export const needsPlaceFacts = ({ approve, addresses }: PolicyRules): boolean =>
  approve?.new_retailer === true || approve?.new_address === true || addresses?.only_known === true;

export const alertPercents = [50, 80, 100] as const;

/** The thresholds of a limit that a purchase passes. */
export function passedPercents(limit: number, before: number, after: number): number[] {
  if (limit <= 0) return [];
  return alertPercents.filter((percent) => before * 100 < limit * percent && after * 100 >= limit * percent);
}

/** What one more purchase adds, for the next one that is decided in the same batch. */
export function addPurchase(spent: SpentSoFar, cents: number): SpentSoFar {
  return {
    windows: spent.windows.map((window) => ({ ...window, cents: window.cents + cents, count: window.count + 1 })),
    openCents: spent.openCents + cents,
    // Stays true until an order was approved or bought: of several that are decided together, each asks.
    isFirstOrder: spent.isFirstOrder,
  };
}

const defaultApprovalMinutes = 1440;

/** How long an approval may take: the shortest of the policies that ask. */
export function approvalMinutes(policies: readonly { rules: PolicyRules }[]): number {
  return Math.min(...policies.map(({ rules }) => rules.approve_within_minutes ?? defaultApprovalMinutes));
}
