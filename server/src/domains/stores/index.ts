export { applyStores, readStoresFile } from './apply-file.ts';
export { storeSealedColumns } from './credentials.ts';
export { createLiveStores, type LiveStores } from './live-stores.ts';
export { probeStore } from './probe-store.ts';
export { removeStore } from './remove-store.ts';
export { storeRoutes } from './routes.ts';
export { walk as walkStore } from './routes-look.ts';
export type { LogIn, RecordChange, SaveNeeds } from './save-store.ts';
export { listHealth, listStores } from './store.ts';
