import { useData } from './data.ts';
import { humanizeName } from './labels.ts';

/** The catalogue changes with a deployment, not while a page shows it. */
export const useRetailers = () =>
  useData(['retailers'], (api, options) => api.listRetailers({ limit: 1000 }, options), {
    freshFor: Number.POSITIVE_INFINITY,
  });

/** Whether anything can be bought in the world that is shown; taken for true until it is known. */
export function useCanBuy(): boolean {
  const { data } = useRetailers();
  return data === undefined || data.retailers.some((retailer) => retailer.supported);
}

/** The name of a retailer as people know it; for the domain of a store, that. */
export function useRetailerName(): (id: string) => string {
  const { data } = useRetailers();
  return (id) => {
    // The test products are sold by the service itself.
    if (id === location.hostname) return 'Test store';
    return (
      data?.retailers.find((brand) => brand.retailer === id)?.display_name ?? (id.includes('.') ? id : humanizeName(id))
    );
  };
}
