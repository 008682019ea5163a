import type { Api } from './api.ts';
import { useData } from './data.ts';
import { plainText } from './plain-text.ts';
import { type Known, type NamedOrder, type NamedProduct, namedProducts } from './products.ts';
import { useWorld } from './world.tsx';

const idsMax = 200;

interface Batch {
  ids: string[];
  answer: Promise<Map<string, Known>>;
}

const waiting = new Map<string, Batch>();

/** Loads the products of all orders on a page in one request. */
function loadTogether(api: Api, world: string, id: string): Promise<Map<string, Known>> {
  const batch = waiting.get(world) ?? openBatch(api, world);
  batch.ids.push(id);
  if (batch.ids.length === idsMax) waiting.delete(world);
  return batch.answer;
}

/** Sent once all components have rendered. */
function openBatch(api: Api, world: string): Batch {
  const ids: string[] = [];
  const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    if (waiting.get(world)?.ids === ids) waiting.delete(world);
    const { orders } = await api.listOrderedProducts({ order_ids: ids.join(',') });
    return new Map(orders.map((one) => [one.order_id, one.products]));
  });
  const batch = { ids, answer };
  waiting.set(world, batch);
  return batch;
}

function useKnownProducts(orderId: string) {
  const { world } = useWorld();
  return useData(
    ['ordered-products', orderId],
    async (api) => (await loadTogether(api, world, orderId)).get(orderId) ?? [],
    { freshFor: 300_000 },
  );
}

/** An order's products with the store's titles; until those are loaded, named from the order itself. */
export const useOrderedProducts = (order: NamedOrder & { id: string }): NamedProduct[] =>
  namedProducts(order, useKnownProducts(order.id).data ?? []);

/** The name and picture of an order that a row only refers to; null until the store's titles are loaded. */
export function useOrderProduct(orderId: string): { name: string | null; image: string | null } {
  const [first, ...others] = useKnownProducts(orderId).data ?? [];
  if (!first?.title) return { name: null, image: first?.image ?? null };
  const title = plainText(first.title);
  return { name: others.length > 0 ? `${title} and ${others.length} more` : title, image: first.image };
}

/** Whether the first attempt to load the store's titles is running. A longer title that comes later moves the page. */
export function useAreTitlesLoading(orderId: string): boolean {
  const { isLoading, failureCount } = useKnownProducts(orderId);
  return isLoading && failureCount === 0;
}
