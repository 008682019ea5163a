import type { ReactNode } from 'react';
import { orderPlaceLabels, type orderStatusLabels, placeOf, waitingLabels } from '../lib/labels.ts';
import { useOrderedProducts, useOrderProduct } from '../lib/ordered-products.ts';
import { usePicture } from '../lib/pictures.ts';
import { orderName } from '../lib/products.ts';
import { StatusBadge } from './badge.tsx';
import './order-name.css';
import { Icon } from './icon.tsx';
import { Money } from './text.tsx';

interface Named {
  id: string;
  metadata: Record<string, unknown>;
  items: readonly { url: string; quantity: number }[];
}

/** A product picture or a box icon. It has no alt text, since the name is beside it. */
export function Thumbnail({ src, size = 44 }: { src: string | null; size?: number }) {
  const shown = usePicture(src);
  return (
    <span className="thumbnail" style={{ width: size, height: size }}>
      {shown ? (
        <img src={shown} alt="" loading="lazy" width={size} height={size} />
      ) : (
        <Icon name="box" size={size * 0.5} />
      )}
    </span>
  );
}

interface Priced {
  status: string;
  max_price: number;
  job_result: { price_components: { total: number; currency: string } | null } | null;
}

/** An order's price; until it is placed, its maximum price. */
export function OrderTotal({ order }: { order: Priced }) {
  const price = order.job_result?.price_components;
  if (price) return <Money cents={price.total} currency={price.currency} />;
  if (order.status !== 'pending' && order.status !== 'in_progress') return <span className="quiet">–</span>;
  return (
    <span className="quiet">
      up to <Money cents={order.max_price} />
    </span>
  );
}

export function OrderName({ order, note }: { order: Named; note?: string }) {
  const products = useOrderedProducts(order);
  return (
    <span className="order-name">
      <Thumbnail src={products[0]?.image ?? null} />
      <span>
        <span className="order-name-text">{orderName(order, products)}</span>
        {note && <span className="order-name-note">{note}</span>}
      </span>
    </span>
  );
}

/** The order that a return or a case is about, by its products. */
export function AboutOrder({ orderId, children }: { orderId: string; children: ReactNode }) {
  const { name, image } = useOrderProduct(orderId);
  return (
    <span className="order-name">
      <Thumbnail src={image} />
      <span>
        <span className="order-name-text">{name ?? `Order ${orderId.slice(0, 8)}`}</span>
        <span className="order-name-note">{children}</span>
      </span>
    </span>
  );
}

interface OrderPlaceInput {
  status: keyof typeof orderStatusLabels;
  tracking_numbers: readonly { status: string }[];
  late?: object | null;
  is_late?: boolean;
  waiting_for?: keyof typeof waitingLabels | null;
}

/** The status of an order. `withApiStatus` adds the API's status for developers. */
export function OrderBadge({ order, withApiStatus = false }: { order: OrderPlaceInput; withApiStatus?: boolean }) {
  return (
    <>
      <StatusBadge labels={orderPlaceLabels} status={placeOf(order)} />
      {order.waiting_for && <span className="order-waits">{waitingLabels[order.waiting_for]}</span>}
      {withApiStatus && <code className="order-word">{order.status}</code>}
    </>
  );
}
