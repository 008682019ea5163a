import type { Guard } from './guard.ts';

const mcp = 'server/src/domains/mcp/';
const policies = 'server/src/domains/policies/';
const accounts = 'server/src/domains/accounts/';
const devices = 'server/src/domains/devices/';
const approvals = ['server/test/contract/approvals.test.ts'];

/** What a person approves, who may change what is asked, and what an approval is bound to. */
export const approvingGuards: Guard[] = [
  {
    name: 'approving: any policy turns off the question of an MCP client',
    file: `${mcp}model.ts`,
    from: `each.decision === 'allow' && isSpendingLimit(each.rule)`,
    to: `each.decision === 'allow'`,
    tests: approvals,
    title: 'place_order asks',
  },
  {
    name: 'approving: an empty policy turns off the question of an MCP client',
    file: `${mcp}model.ts`,
    from: `(decision === 'allow' && rules.some(`,
    to: `(decision === 'allow' || rules.some(`,
    tests: approvals,
    title: 'place_order asks',
  },
  {
    name: 'approving: a known address may name another recipient',
    file: `${policies}store.ts`,
    from: `  ['first_name', 'last_name'],\n`,
    to: '',
    tests: approvals,
    title: 'addresses.only_known',
  },
  {
    name: 'approving: a known address may have another second line',
    file: `${policies}store.ts`,
    from: `['address_line1', 'address_line2'],`,
    to: `['address_line1'],`,
    tests: approvals,
    title: 'addresses.only_known',
  },
  {
    name: 'approving: a known address may be in another city',
    file: `${policies}store.ts`,
    from: `  ['city'],\n`,
    to: '',
    tests: approvals,
    title: 'addresses.only_known',
  },
  {
    name: 'approving: a known address may be in another state',
    file: `${policies}store.ts`,
    from: `  ['state'],\n`,
    to: '',
    tests: approvals,
    title: 'addresses.only_known',
  },
  {
    name: 'approving: letters are dropped from an address like punctuation',
    file: `${policies}store.ts`,
    from: `'[\\\\s.,;:#''’"()/_-]+'`,
    to: `'[^a-z0-9]+'`,
    tests: approvals,
    title: 'addresses.only_known',
  },
  {
    name: 'approving: a new key may write policies',
    file: `${accounts}model.ts`,
    from: `const newKeyScopes: Scope[] = ['read', 'order', 'manage'];`,
    to: `const newKeyScopes: Scope[] = [...scopes];`,
    tests: approvals,
    title: 'writing policies',
  },
  {
    name: 'approving: managing includes writing policies',
    file: `${accounts}guard.ts`,
    from: `keyWith(() => 'policies')`,
    to: `keyWith(() => 'manage')`,
    tests: approvals,
    title: 'writing policies',
  },
  {
    name: 'approving: two bound keys free each other',
    file: `${policies}write-policy.ts`,
    from: `if (binding.length > 0) throw policyBindsYou();`,
    to: '',
    tests: approvals,
    title: 'writing policies',
  },
  {
    name: 'approving: a key writes its own policy',
    file: `${policies}write-policy.ts`,
    from: `if (of.scope === 'account' || (of.scope === 'key' && of.subject === keyId)) throw policyBindsYou();`,
    to: '',
    tests: approvals,
    title: 'writing policies',
  },
  {
    name: 'approving: a denied word without a letter is in every title',
    file: `${policies}write-policy.ts`,
    from: `  checkWords(rules);\n`,
    to: '',
    tests: approvals,
    title: 'writing policies',
  },
  {
    name: 'approving: a program gets every scope without asking',
    file: `${devices}model.ts`,
    from: `export const defaultScopes: Scope[] = ['read', 'order'];`,
    to: `export const defaultScopes: Scope[] = ['read', 'order', 'manage'];`,
    tests: approvals,
    title: 'keys from device codes',
  },
  {
    name: 'approving: a program gets what its person took away',
    file: `${devices}store.ts`,
    from: `, scopes = \${decision.scopes}`,
    to: '',
    tests: approvals,
    title: 'keys from device codes',
  },
  {
    name: 'approving: a person gives more than a program asked for',
    file: `${devices}decide-device.ts`,
    from: `extra !== undefined) throw`,
    to: `extra === null) throw`,
    tests: approvals,
    title: 'keys from device codes',
  },
  {
    name: 'approving: a key from a device code never expires',
    file: `${devices}fetch-key.ts`,
    from: `idleDays: keyIdleDays,`,
    to: '',
    tests: approvals,
    title: 'keys from device codes',
  },
];
