import { failureTexts, humanizeName, itemStatusLabels } from '../../lib/labels.ts';
import { useOrderedProducts } from '../../lib/ordered-products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Thumbnail } from '../../ui/order-name.tsx';
import { ExternalLink, Money } from '../../ui/text.tsx';
import { boughtOf, type Order } from './progress.ts';

type Item = Order['items'][number];

export function ItemsCard({ order }: { order: Order }) {
  const nameOf = useRetailerName();
  const isOne = order.items.length === 1;
  const products = useOrderedProducts(order);
  return (
    <Card title={isOne ? 'Item' : 'Items'}>
      <ul className="items">
        {order.items.map((item, index) => (
          <li key={item.id} className="item">
            <Thumbnail src={products[index]?.image ?? null} size={64} />
            <div>
              <p className="item-name">{products[index]?.title}</p>
              <p className="quiet small">
                {[
                  ...(item.variant ?? []).map(({ label, value }) => `${label}: ${value}`),
                  `Quantity: ${quantityText(order, item)}`,
                ].join(' · ')}
              </p>
              <p className="small">
                <ExternalLink href={item.url}>View at {nameOf(order.retailer)}</ExternalLink>
              </p>
              {item.cancelled_quantity > 0 && item.cancelled_quantity < item.quantity && (
                <p className="item-error">
                  The store canceled {item.cancelled_quantity} of {item.quantity}
                </p>
              )}
              {item.error_type && (
                <p className="item-error">{failureTexts[item.error_type]?.title ?? humanizeName(item.error_type)}</p>
              )}
              {item.cancellation_reason && <p className="item-error">{item.cancellation_reason}</p>}
            </div>
            <div className="item-end">
              <StatusBadge labels={itemStatusLabels} status={item.status} />
              {item.unit_price_cents !== null && (
                <p>
                  {boughtOf(order, item) > 1 && <span className="quiet">{boughtOf(order, item)} × </span>}
                  {order.exchange && '≈ '}
                  <Money cents={item.unit_price_cents} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function quantityText(order: Order, item: Item): string {
  const bought = boughtOf(order, item);
  return bought > 0 && bought < item.quantity ? `${bought} of ${item.quantity}` : String(item.quantity);
}
