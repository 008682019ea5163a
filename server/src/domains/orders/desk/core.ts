/** What the core uses even without the desk: operator actions, counts, erasure and retention. */

export { operatorActionRoutes } from './routes-actions.ts';
export { countDesk, deleteDeskOf, eraseDeskOf, listQueue, releaseTasks } from './sql.ts';
