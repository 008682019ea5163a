/** What the service uses of this slice whether or not the desk is loaded: what operators are asked, counts, erasure and retention. */

export { operatorActionRoutes } from './routes-actions.ts';
export { countDesk, releaseTasks } from './sql.ts';
export { deleteDeskOf, eraseDeskOf } from './sql-erase.ts';
