/** The part that is loaded even without UCP: erasure, retention, and notices that agents still have to get. */

export { queueAgentNotification } from './notify-agent.ts';
export { deleteCheckoutsOf, eraseCheckoutsOf, ordersOfUcp, pruneCheckouts, pruneSignatures } from './sql.ts';
