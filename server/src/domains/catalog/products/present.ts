import type { SearchHit, Unreachable } from '../../../connectors/contract.ts';
import type { ProductReply } from './get-product.ts';
import { type GroupedHit, gtinOf } from './gtin.ts';
import type { SearchOfAllResult, SearchPart } from './search-all-stores.ts';
import type { SearchReply } from './search-products.ts';

function presentHit(hit: SearchHit) {
  return {
    product_id: hit.productId,
    title: hit.title,
    url: hit.url,
    retailer: hit.retailer,
    image: hit.image,
    brand: hit.brand,
    price: hit.price,
    currency: hit.currency,
    stars: hit.stars,
    num_reviews: hit.numReviews,
    available: hit.available,
    // The API has a boolean, so unknown is false.
    free_shipping: hit.freeShipping ?? false,
    variant_required: hit.variantRequired ?? null,
    gtin: gtinOf(hit.gtin),
  };
}

const failedStatus = { status: 'failed' } as const;
const presentUnreachable = ({ message }: Unreachable) =>
  ({ ...failedStatus, code: 'retailer_unavailable', message }) as const;

export function presentSearch(reply: SearchReply) {
  // Always present, so clients can iterate without checking the status.
  if (reply.kind === 'unreachable') return { ...presentUnreachable(reply), results: [], next_page: null };
  if (reply.kind === 'not_offered') {
    return {
      ...failedStatus,
      code: 'search_unavailable' as const,
      message: reply.message,
      results: [],
      next_page: null,
    };
  }
  return { status: 'completed', results: reply.results.map(presentHit), next_page: reply.nextPage } as const;
}

const presentGrouped = ({ alsoAt, ...hit }: GroupedHit) => ({
  ...presentHit(hit),
  also_at: alsoAt.map(({ retailer, productId, url, price, currency }) => ({
    retailer,
    product_id: productId,
    url,
    price,
    currency,
  })),
});

export function presentSearchOfAll(query: string, reply: SearchOfAllResult) {
  const leftOut = reply.leftOut.map(({ retailer, reason }) => ({ retailer, reason }));
  if (reply.kind === 'unreachable') return { ...presentUnreachable(reply), query, results: [], left_out: leftOut };
  return { status: 'completed', query, results: reply.results.map(presentGrouped), left_out: leftOut } as const;
}

/** One line of a streamed search. */
export function presentPart(part: SearchPart) {
  if (part.kind === 'left_out') return { type: 'left_out', retailer: part.retailer, reason: part.reason } as const;
  return { type: 'store', retailer: part.retailer, results: part.results.map(presentHit) } as const;
}

/** The retailer's payload unchanged, plus `status`. */
export function presentProduct(reply: ProductReply, asked: { retailer: string; productId: string }) {
  switch (reply.kind) {
    case 'found':
      return { ...reply.payload, status: 'completed' } as const;
    case 'missing':
      return { ...failedStatus, code: 'product_not_found', message: reply.message } as const;
    case 'unreachable':
      return presentUnreachable(reply);
    case 'processing':
      return { status: 'processing', retailer: asked.retailer, product_id: asked.productId } as const;
  }
}
