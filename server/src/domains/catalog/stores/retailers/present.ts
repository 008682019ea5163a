import type { ListedRetailer } from './list.ts';

export function presentRetailer(retailer: ListedRetailer) {
  return {
    retailer: retailer.id,
    display_name: retailer.displayName,
    supported: retailer.isSupported,
    base_url: retailer.baseUrl,
    supported_countries: [...retailer.countries],
    free_shipping: retailer.freeShipping,
    free_shipping_threshold_cents: retailer.freeShippingThreshold,
    bought_by: retailer.boughtBy,
    ways_to_buy: retailer.ways,
  };
}
