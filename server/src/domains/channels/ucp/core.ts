/** The part that is loaded even without UCP: erasure, retention, and notices that agents still have to get. */

export { queueAgentNotification } from './queue-agent-notice.ts';
export { deleteCheckoutsOf, eraseCheckoutsOf, ordersOfUcp, pruneCheckouts } from './sql.ts';
export { pruneSignatures } from './sql-signatures.ts';
