import { canonicalJson } from '../../../kit/canonical-json.ts';
import type { Finding, Policy, ProposedPurchase } from './model.ts';

const policyTexts = new WeakMap<Policy, string>();

/** A policy is written with every decision it makes, and never changes: its text is made once. */
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
 * What was decided on, and the versions of the policies that decided, as canonical JSON. Every order under a policy pays for this
 * text, so it is put together in its order instead of being sorted each time.
 */
export function decisionInputsOf(
  { cents, country, quantity, reason, retailer, titles }: ProposedPurchase,
  { policies, findings }: { policies: readonly Policy[]; findings: readonly Finding[] },
): string {
  return `{"cents":${cents},"country":${JSON.stringify(country)},"findings":[${findings.map(findingText).join(',')}],"policies":[${policies.map(textOf).join(',')}],"quantity":${quantity},"reason":${JSON.stringify(reason ?? null)},"retailer":${JSON.stringify(retailer)},"titles":${JSON.stringify(titles ?? null)}}`;
}
