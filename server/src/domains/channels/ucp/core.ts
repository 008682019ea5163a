/** What the service uses of this slice whether or not UCP is loaded: erasure, retention, and which agents are still to be told of an order. */

export { queueAgentNotification } from './queue-agent-notice.ts';
export { deleteCheckoutsOf, eraseCheckoutsOf, ordersOfUcp, pruneCheckouts } from './sql.ts';
export { pruneSignatures } from './sql-signatures.ts';
