import { expect, it } from 'vitest';
import { canonicalJson } from '../../../kit/canonical-json.ts';
import { decisionInputsOf } from './decide.ts';
import type { Finding, Policy, ProposedPurchase } from './model.ts';

const policy: Policy = {
  id: '94ca04ad-02b9-4c01-b903-98505cae50f6',
  accountId: '9a052a21-974b-4d74-8a9d-ff93d6d6ffea',
  world: 'test',
  scope: 'group',
  subject: 'agents "east" \u2028',
  version: 3,
  rules: {},
};
const findings: Finding[] = [
  { rule: 'windows.day.amount_cents', decision: 'allow', limit: 20_000, used: 2500, left: 17_500 },
  { rule: 'retailers.deny', decision: 'deny', limit: ['b', 'a"\\'], used: null, left: null },
  { rule: 'not_after', decision: 'deny', limit: '2026-01-01T00:00:00Z', used: null, left: null },
];
const purchase: ProposedPurchase = {
  retailer: 'shop.example.com',
  country: 'US',
  cents: 2500,
  quantity: 2,
  titles: null,
  reason: null,
};

it.each([
  ['an order that is allowed', purchase, [policy], findings.slice(0, 1)],
  ['one that no policy binds', purchase, [], []],
  [
    'one that people described',
    { ...purchase, reason: 'Oma\'s "gift"\n\ud800 €', titles: ['Card', ''] },
    [policy, { ...policy, version: 4 }],
    findings,
  ],
])('%s is kept as canonical JSON', (_name, asked, policies, found) => {
  const shown = policies.map(({ id, scope, subject, version }) => ({ id, scope, subject, version }));
  expect(decisionInputsOf(asked, { policies, findings: found })).toBe(
    canonicalJson({ ...asked, policies: shown, findings: found }),
  );
});
