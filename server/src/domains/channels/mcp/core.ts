/** The part that is loaded even without MCP: approvals (also those of spending policies), erasure and retention. */

export { approvalPersonRoutes } from './routes-people.ts';
export { eraseApprovalsOf, pruneApprovals } from './sql.ts';
