export { type Decision, decideOrder } from './decide-order.ts';
export { placementJobs } from './jobs.ts';
export { hurryOrdersOf } from './store.ts';
export { countDoubts, type DoubtRow, listDoubts } from './store-doubts.ts';
