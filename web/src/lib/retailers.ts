import { useData } from './data.ts';
import { humanizeName } from './labels.ts';

/** The catalog changes only with a deployment. */
export const useRetailers = () =>
  useData(['retailers'], (api, options) => api.listRetailers({ limit: 1000 }, options), {
    freshFor: Number.POSITIVE_INFINITY,
  });

/** Whether anything can be bought in this mode; true until that is known. */
export function useCanBuy(): boolean {
  const { data } = useRetailers();
  return data === undefined || data.retailers.some((retailer) => retailer.supported);
}

/** The display name of a retailer, or the domain of a store. */
export function useRetailerName(): (id: string) => string {
  const { data } = useRetailers();
  return (id) => {
    // The service itself sells the test products.
    if (id === location.hostname) return 'Test store';
    return (
      data?.retailers.find((brand) => brand.retailer === id)?.display_name ?? (id.includes('.') ? id : humanizeName(id))
    );
  };
}
