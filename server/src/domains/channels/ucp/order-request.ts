import { type Cents, toCents } from '../../../kit/money.ts';
import { type OrderRequest, plainFieldsOf } from '../../orders/orders/index.ts';
import { type Content, itemIn } from './checkout.ts';

interface OrderRequestInput extends Pick<Content, 'lines' | 'buyer'> {
  address: NonNullable<Content['address']>;
  maxPrice: Cents;
  /** ISO 4217; US dollars by default. */
  maxPriceCurrency?: string;
}

/** The order request of a checkout. */
export const orderRequestOf = (
  { lines, address, buyer, maxPrice, maxPriceCurrency = 'USD' }: OrderRequestInput,
  feeCents: number,
): OrderRequest => ({
  products: lines.flatMap(({ itemId, quantity }) => {
    const item = itemIn(itemId);
    return item
      ? [{ url: item.url, quantity, variant: item.variant, conditionIn: ['New' as const], conditionNotIn: [] }]
      : [];
  }),
  shippingAddress: address,
  maxPrice,
  maxPriceCurrency,
  fee: toCents(feeCents),
  retailerCredentialsId: null,
  plain: plainFieldsOf({ metadata: { source: 'ucp' } }),
  customerEmail: buyer.email ?? null,
  options: {},
});
