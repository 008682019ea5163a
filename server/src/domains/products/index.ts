export type { ProductNeeds } from './answer.ts';
/** @public The verbs behind the routes, for other doors to the same things. */
export { getOffers, getProduct } from './get-product.ts';
export { productJobs } from './jobs.ts';
export { presentSearch } from './present.ts';
export { pruneProducts } from './prune.ts';
export { productRoutes } from './routes.ts';
/** @public */
export { searchEverywhere } from './search-everywhere.ts';
/** @public */
export { searchProducts } from './search-products.ts';
