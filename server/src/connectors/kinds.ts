import type { StoreKind } from './store.ts';

/** Every kind of store that this service can deal with. */
export const storeKinds: readonly StoreKind[] = [];
