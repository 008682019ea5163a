import type { Guard } from './guard.ts';

const mcp = 'server/src/domains/mcp/';
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
];
