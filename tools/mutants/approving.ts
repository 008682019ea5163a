import type { Guard } from './guard.ts';

const mcp = 'server/src/domains/mcp/';
const policies = 'server/src/domains/policies/';
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
];
