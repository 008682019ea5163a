import { nameOfUrl } from '../../lib/products.ts';
import { Note } from '../../ui/states.tsx';
import type { Order } from './progress.ts';

/** What was left out of an order that accepts a partial purchase. */
export function ConcessionsNote({ order }: { order: Order }) {
  const { concessions } = order.fulfillment;
  if (concessions.length === 0) return null;
  return (
    <Note tone="warn" title={titleOf(order)}>
      <ul>
        {concessions.map((one) => (
          <li key={`${one.concern} ${one.item_id}`}>
            {one.url === null ? one.message : `${nameOfUrl(one.url)}: ${one.message}`}
          </li>
        ))}
      </ul>
      {order.status === 'order_placed' && <p>You paid only for what was bought. The rest of the hold was released.</p>}
    </Note>
  );
}

function titleOf({ fulfillment }: Order): string {
  const isGiftOnly = fulfillment.concessions.every(({ concern }) => concern === 'gift');
  return isGiftOnly ? 'Ordered without gift options' : "Some items couldn't be bought";
}
