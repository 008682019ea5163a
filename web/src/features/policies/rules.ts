import type { GetAccountPolicyOutput, PutAccountPolicyInput } from '../../../../sdk/src/index.ts';
import { formatMoney, parseMoney, typedMoney } from '../../lib/format.ts';

export type Policy = GetAccountPolicyOutput;
export type Rules = PutAccountPolicyInput['body'];
export type Limit = Policy['rules'][number];

/** What a policy applies to: a key, a group of keys, or the account (null). */
export type Bound = { keyId: string } | { group: string } | null;

/** The form's values. */
export interface PolicyForm {
  perDay: string;
  perOrder: string;
  askAbove: string;
  /** Null: all stores. */
  retailers: string[] | null;
  asksNewRetailer: boolean;
  asksNewAddress: boolean;
  isFrozen: boolean;
}

/** The rules as they were saved, without what the service adds. */
export function writtenRules(policy: Policy): Rules {
  const { id, scope, subject, version, rules, updated_by, created_at, updated_at, ...written } = policy;
  return written;
}

const typed = (cents: number | undefined): string => (cents === undefined ? '' : typedMoney(cents));

const dayOf = ({ windows = [] }: Rules) => windows.find(({ per }) => per === 'day');

export const formOf = (policy: Policy): PolicyForm => ({
  perDay: typed(dayOf(policy)?.amount_cents),
  perOrder: typed(policy.max_order_cents),
  askAbove: typed(policy.approve?.above_cents),
  retailers: policy.retailers?.allow ?? null,
  asksNewRetailer: policy.approve?.new_retailer ?? false,
  asksNewAddress: policy.approve?.new_address ?? false,
  isFrozen: policy.frozen ?? false,
});

export type FormErrors = Partial<Record<'perDay' | 'perOrder' | 'askAbove' | 'retailers', string>>;

const noAmount = 'Enter an amount such as 200 or 49.99, or leave empty for no limit.';

export function problemsOf(form: PolicyForm): FormErrors {
  const isAmount = (text: string) => text.trim() === '' || parseMoney(text) !== null;
  return {
    ...(isAmount(form.perDay) ? {} : { perDay: noAmount }),
    ...(isAmount(form.perOrder) ? {} : { perOrder: noAmount }),
    ...(isAmount(form.askAbove) ? {} : { askAbove: noAmount }),
    ...(form.retailers?.length === 0 ? { retailers: 'Choose at least one store or allow all.' } : {}),
  };
}

/** A new daily limit uses the viewer's time zone. */
const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The policy from the form. Rules without a field stay as they were. */
export function rulesOf(form: PolicyForm, before: Policy): Rules {
  const { windows, max_order_cents, approve, retailers, frozen, ...others } = writtenRules(before);
  const perDay = parseMoney(form.perDay);
  const perOrder = parseMoney(form.perOrder);
  const askAbove = parseMoney(form.askAbove);
  const otherWindows = (windows ?? []).filter((window) => window !== dayOf(before));
  const day = dayOf(before) ?? { per: 'day' as const, timezone: ownTimezone() };
  const allWindows = [...(perDay === null ? [] : [{ ...day, amount_cents: perDay }]), ...otherWindows];
  const asks = {
    ...(approve?.first_order ? { first_order: true } : {}),
    ...(askAbove === null ? {} : { above_cents: askAbove }),
    ...(form.asksNewRetailer ? { new_retailer: true } : {}),
    ...(form.asksNewAddress ? { new_address: true } : {}),
  };
  const lists = {
    ...(form.retailers ? { allow: form.retailers } : {}),
    ...(retailers?.deny ? { deny: retailers.deny } : {}),
  };
  return {
    ...others,
    ...(allWindows.length > 0 ? { windows: allWindows } : {}),
    ...(perOrder === null ? {} : { max_order_cents: perOrder }),
    ...(Object.keys(asks).length > 0 ? { approve: asks } : {}),
    ...(Object.keys(lists).length > 0 ? { retailers: lists } : {}),
    ...(form.isFrozen ? { frozen: true } : {}),
  };
}

/** The policy in sentences, to check before saving. */
export function sentencesOf(form: PolicyForm, nameOf: (retailer: string) => string): string[] {
  if (form.isFrozen) return ['All purchases are frozen.'];
  const amount = (text: string) => {
    const cents = parseMoney(text);
    return cents === null ? null : formatMoney(cents);
  };
  const [perDay, perOrder, askAbove] = [amount(form.perDay), amount(form.perOrder), amount(form.askAbove)];
  const names = form.retailers?.map(nameOf).sort() ?? null;
  const said = [
    perDay && `At most ${perDay} per day.`,
    perOrder && `At most ${perOrder} per order.`,
    names && names.length > 0 && `Only from ${new Intl.ListFormat('en').format(names)}.`,
    askAbove && `Approval is required for orders above ${askAbove}.`,
    form.asksNewRetailer && 'Approval is required for the first order from a store.',
    form.asksNewAddress && 'Approval is required for new addresses.',
  ].flatMap((sentence) => (typeof sentence === 'string' && sentence !== '' ? [sentence] : []));
  return said.length > 0 ? said : ['No limits. No approval required.'];
}

const periods: Record<string, string> = {
  hour: 'this hour',
  day: 'today',
  week: 'this week',
  month: 'this month',
  total: 'in total',
};

/** A limit and its use; null for rules without an amount. */
interface Budget {
  label: string;
  part: number;
  text: string;
  /** The last threshold that was reached. */
  alert: string | null;
}

const thresholds = [1, 0.8, 0.5];

/** Owners get an email at each threshold. */
function alertAt(part: number): string | null {
  const passed = thresholds.find((threshold) => part >= threshold);
  return passed === undefined ? null : passed === 1 ? 'Used up' : `${passed * 100}% reached`;
}

export function budgetOf({ rule, limit, used }: Limit): Budget | null {
  if (typeof limit !== 'number' || used === null) return null;
  const [kind, per = '', unit] = rule.split('.');
  const isMoney = unit !== 'count';
  const show = (value: number) => (isMoney ? formatMoney(value) : String(value));
  const part = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = `${show(used)} of ${show(limit)}`;
  if (kind === 'windows') {
    const label = `${isMoney ? 'Spent' : 'Orders'} ${periods[per] ?? ''}`;
    return { label, part, text, alert: isMoney ? alertAt(part) : null };
  }
  return kind === 'max_open_cents' ? { label: 'In progress', part, text, alert: null } : null;
}
