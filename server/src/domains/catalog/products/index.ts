export type { ProductNeeds } from './answer.ts';
export { checkProductQuestion, getOffers, getProduct, type ProductQuestion } from './get-product.ts';
export { productJobs } from './jobs.ts';
export { keepTitles } from './keep-titles.ts';
export { presentProduct, presentSearch, presentSearchOfAll } from './present.ts';
export { pruneProducts } from './prune.ts';
export { productRoutes } from './routes.ts';
export {
  OffersView,
  ProductQuery,
  ProductSearchQuery,
  ProductSearchView,
  ProductView,
  SearchOfAllQuery,
  SearchOfAllView,
} from './schema.ts';
export { checkSearchOfAll, type SearchOfAll, searchEverywhere } from './search-everywhere.ts';
export { checkProductSearch, type ProductSearch, searchProducts } from './search-products.ts';
export { hasTitlePart, productsTitled } from './sql-titles.ts';
export { type KnownProduct, keptProducts, knownProducts } from './titles.ts';
