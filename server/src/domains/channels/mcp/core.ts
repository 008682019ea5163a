/** The part that is loaded even without MCP: approvals (also those of spending policies), erasure and retention. */

export { approvalPersonRoutes } from './routes-people.ts';
export { pruneApprovals } from './sql.ts';
export { eraseApprovalsOf } from './sql-erase.ts';
