import type { Api } from './api.ts';
import { useData } from './data.ts';
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

/** An order's products with the store's titles; until those are loaded, named from the order itself. */
export function useOrderedProducts(order: NamedOrder & { id: string }): NamedProduct[] {
  const { world } = useWorld();
  const known = useData(
    ['ordered-products', order.id],
    async (api) => (await loadTogether(api, world, order.id)).get(order.id) ?? [],
    { freshFor: 300_000 },
  );
  return namedProducts(order, known.data ?? []);
}
