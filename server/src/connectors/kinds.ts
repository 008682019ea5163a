import { amazonBusiness } from './amazon-business/index.ts';
import { medusa } from './medusa/index.ts';
import { mouser } from './mouser/index.ts';
import { shopify } from './shopify/index.ts';
import type { StoreKind } from './store.ts';
import { vendure } from './vendure/index.ts';
import { woocommerce } from './woocommerce/index.ts';

/** Kinds of store without plug-ins. Plug-ins add ucp, browser and desk. */
export const storeKinds: readonly StoreKind[] = [vendure, medusa, woocommerce, shopify, amazonBusiness, mouser];
