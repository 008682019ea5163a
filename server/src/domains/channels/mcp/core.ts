/** What the service uses of this slice whether or not MCP is loaded: answering approvals, those of spending policies too, erasure and retention. */

export { approvalPersonRoutes } from './routes-people.ts';
export { pruneApprovals } from './sql.ts';
export { eraseApprovalsOf } from './sql-erase.ts';
