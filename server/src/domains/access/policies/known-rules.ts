import { decisions, type PolicyRules, periods } from './model.ts';

/** The rules that this version knows, with their fields. */
const fieldsOf: Record<keyof PolicyRules, readonly string[]> = {
  default: [],
  max_order_cents: [],
  windows: ['per', 'amount_cents', 'count', 'timezone'],
  max_open_cents: [],
  retailers: ['allow', 'deny'],
  countries: ['allow'],
  addresses: ['only_known'],
  deny_words: [],
  max_quantity: [],
  approve: ['above_cents', 'new_retailer', 'new_address', 'first_order'],
  approvers: [],
  approve_within_minutes: [],
  not_before: [],
  not_after: [],
  require_reason: [],
  frozen: [],
};

const isKnown = (name: string): name is keyof PolicyRules => Object.hasOwn(fieldsOf, name);

/** A rule that this version does not know; null if all are known. */
export function unknownRule(rules: PolicyRules): string | null {
  for (const [name, value] of Object.entries(rules)) {
    if (!isKnown(name)) return name;
    const fields = fieldsOf[name];
    const parts = fields.length === 0 ? [] : [value].flat().map((part) => Object.keys(Object(part)));
    const field = parts.flat().find((each) => !fields.includes(each));
    if (field !== undefined) return `${name}.${field}`;
  }
  const { default: base = 'allow', windows = [] } = rules;
  if (!decisions.includes(base)) return 'default';
  return windows.every(({ per }) => periods.includes(per)) ? null : 'windows.per';
}
