import type { Connector } from '../../../connectors/contract.ts';
import { type OrderExchange, type PlacementRow, saveExchange, withRate } from '../orders/index.ts';
import type { PlacementNeeds } from './step.ts';

export type RatedOrder<Order> = { kind: 'rated'; order: Order } | { kind: 'none'; reason: string };

/**
 * Sets the exchange rate of an order in another currency, and commits it before anything is bought. A purchase found later is
 * converted at the same rate. A rate that a quote binds, or that a purchase may have used, never changes.
 */
export async function rateOrder(
  needs: Pick<PlacementNeeds, 'database' | 'rates'>,
  connector: Pick<Connector, 'rateStory'> | undefined,
  order: PlacementRow,
): Promise<RatedOrder<PlacementRow>> {
  const { exchange } = order;
  if (!exchange || exchange.is_bound) return { kind: 'rated', order };
  if (exchange.rate !== null && order.phase === 'submitting') return { kind: 'rated', order };
  const refs = order.items.map(({ product_id: productId }) => ({ retailer: order.retailer, productId }));
  const answer = await needs.rates.find(order.world, exchange.currency, connector?.rateStory?.(refs) ?? null);
  if (answer.kind === 'none') return answer;
  const rated: OrderExchange = withRate(exchange, answer.rate, answer.date);
  const isSame = rated.rate === exchange.rate && rated.markup_bps === exchange.markup_bps;
  if (!isSame) await saveExchange(needs.database.db, order, rated);
  return { kind: 'rated', order: { ...order, exchange: rated } };
}
