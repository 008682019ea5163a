/** What the service uses of this slice whether or not the desk is loaded: what operators are asked, counts, erasure and retention. */

export { operatorActionRoutes } from './routes-actions.ts';
export { countDesk, markDone as markDeskDone } from './sql.ts';
export { eraseDeskOf } from './sql-erase.ts';
