export type { ProductNeeds } from './answer.ts';
export { checkProductRequest, getOffers, getProduct, type ProductRequest } from './get-product.ts';
export { productJobs } from './jobs.ts';
export { createPictures } from './pictures.ts';
export { presentProduct, presentSearch, presentSearchOfAll } from './present.ts';
export { pruneProducts } from './prune.ts';
export { productRoutes } from './routes.ts';
export { orderedProductRoutes } from './routes-ordered.ts';
export { saveTitles } from './save-titles.ts';
export {
  OffersView,
  ProductQuery,
  ProductSearchQuery,
  ProductSearchView,
  ProductView,
  SearchOfAllQuery,
  SearchOfAllView,
} from './schema.ts';
export { checkSearchOfAll, type SearchOfAllRequest, searchAllStores } from './search-all-stores.ts';
export { checkProductSearch, type ProductSearch, searchProducts } from './search-products.ts';
export { hasTitlePart, listItemTexts, listOrderedProducts, productsWithTitlePart } from './sql-titles.ts';
export { type KnownProduct, readProducts, readStoredProducts } from './titles.ts';
