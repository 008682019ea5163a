export { applyStores, readStoreFile, readStoresFile } from './apply-file.ts';
export { createStoreClient } from './client.ts';
export { limitsDefault } from './configured-store.ts';
export { storeSealedColumns, tryOpenCredentials } from './credentials.ts';
export { createLiveStores, type LiveStores } from './live-stores.ts';
export { statusOf } from './model.ts';
export { describeAddress } from './probe-store.ts';
export { removeStore } from './remove-store.ts';
export * from './retailers/index.ts';
export { storeRoutes } from './routes.ts';
export { runStoreCheck as walkStore } from './routes-check.ts';
export { recordingRoutes } from './routes-recordings.ts';
export { addStore, type LogIn, type RecordChange, type SaveNeeds } from './save-store.ts';
export { findStore, listHealth, listStores } from './sql.ts';
export { createLiveViews, pruneBrowserSessions } from './sql-browser-sessions.ts';
export { createRecipeVersions, findRecipeOf, listRecipeVersions } from './sql-recipes.ts';
export { eraseRecordingsOf, pruneRecordings, saveRecording } from './sql-recordings.ts';
export {
  beginWalk,
  deleteWalksBefore,
  endWalk,
  findingsOf,
  hasWalkedSince,
  listDriftingStores,
  listWalks,
} from './sql-walks.ts';
