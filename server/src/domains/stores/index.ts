export { addStoreFrom, applyStores, readStoresFile } from './apply-file.ts';
export { storeSealedColumns } from './credentials.ts';
export { createLiveStores, type LiveStores } from './live-stores.ts';
export { statusOf } from './model.ts';
export { removeStore } from './remove-store.ts';
export { storeRoutes } from './routes.ts';
export { walk as walkStore } from './routes-look.ts';
export type { LogIn, RecordChange, SaveNeeds } from './save-store.ts';
export { findStore, listHealth, listStores } from './store.ts';
