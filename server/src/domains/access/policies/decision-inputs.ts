import { canonicalJson } from '../../../kit/canonical-json.ts';
import type { Finding, Policy, ProposedPurchase } from './model.ts';

const policyTexts = new WeakMap<Policy, string>();

/** Cached: each decision stores its policies as text, and a version never changes. */
function textOf(policy: Policy): string {
  const known = policyTexts.get(policy);
  if (known !== undefined) return known;
  const { id, scope, subject, version } = policy;
  const text = canonicalJson({ id, scope, subject, version });
  policyTexts.set(policy, text);
  return text;
}

const limitText = (value: unknown): string => (typeof value === 'number' ? `${value}` : canonicalJson(value ?? null));

const findingText = ({ rule, decision, limit, used, left }: Finding): string =>
  `{"decision":"${decision}","left":${left},"limit":${limitText(limit)},"rule":${JSON.stringify(rule)},"used":${used}}`;

/**
 * The input of a decision and its policies as canonical JSON. Every order under a policy needs it, so it is built in
 * order instead of sorted.
 */
export function decisionInputsOf(
  { cents, country, quantity, reason, retailer, titles }: ProposedPurchase,
  { policies, findings }: { policies: readonly Policy[]; findings: readonly Finding[] },
): string {
  return `{"cents":${cents},"country":${JSON.stringify(country)},"findings":[${findings.map(findingText).join(',')}],"policies":[${policies.map(textOf).join(',')}],"quantity":${quantity},"reason":${JSON.stringify(reason ?? null)},"retailer":${JSON.stringify(retailer)},"titles":${JSON.stringify(titles ?? null)}}`;
}
