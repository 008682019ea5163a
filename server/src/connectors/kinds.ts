import { medusa } from './medusa/index.ts';
import { shopify } from './shopify/index.ts';
import type { StoreKind } from './store.ts';
import { ucp } from './ucp/index.ts';
import { vendure } from './vendure/index.ts';
import { woocommerce } from './woocommerce/index.ts';

/** Every kind of store that this service can deal with. */
export const storeKinds: readonly StoreKind[] = [vendure, medusa, woocommerce, shopify, ucp];
