import type { ListedRetailer } from './list.ts';
import type { BuyingWay } from './ways.ts';

/** The page is on this deployment's site. */
export const presentWay = (way: BuyingWay, publicUrl: string) => ({
  ...way,
  docs: `${publicUrl}/${way.docs.replace(/\.md$/, '')}`,
});

export function presentRetailer(retailer: ListedRetailer, publicUrl: string) {
  return {
    retailer: retailer.id,
    display_name: retailer.displayName,
    supported: retailer.isSupported,
    base_url: retailer.baseUrl,
    supported_countries: [...retailer.countries],
    free_shipping: retailer.freeShipping,
    free_shipping_threshold_cents: retailer.freeShippingThreshold,
    bought_by: retailer.boughtBy,
    ways_to_buy: retailer.ways.map((way) => presentWay(way, publicUrl)),
  };
}
