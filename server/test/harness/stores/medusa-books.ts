/** Records of a Medusa shop. Prices are decimals in major units; tax has any number of decimals. */
export type Fields = Record<string, unknown>;

export interface Reply {
  status: number;
  body: unknown;
}

export interface MedusaVariant {
  id: string;
  sku: string;
  size: string;
  price: number;
  stock: number;
}

export interface MedusaProduct {
  handle: string;
  title: string;
  option: string;
  variants: MedusaVariant[];
}

export interface MedusaItem {
  id: string;
  variant: MedusaVariant;
  title: string;
  quantity: number;
}

export interface MedusaCart {
  id: string;
  email: unknown;
  customer: string | null;
  items: MedusaItem[];
  shippingAddress: Fields;
  metadata: unknown;
  shipping: number;
  session: string | null;
  orderId: string | null;
}

export interface MedusaOrder {
  id: string;
  cart: MedusaCart;
  customer: string | null;
  createdAt: string;
  metadata: unknown;
  /** As sold. */
  sold: Fields;
  parcel: { shipped_at: string | null; delivered_at: string | null } | null;
  returned: Map<string, number>;
  /** Returned quantity by item. */
  received: Map<string, number>;
  isCanceled: boolean;
  /** Dollars refunded, and dollars still owed. */
  refunded: number;
  owed: number;
}

const variant = (sku: string, size: string, price: number, stock = 1000): MedusaVariant => ({
  id: `variant_${sku}`,
  sku,
  size,
  price,
  stock,
});

export const medusaProducts = (): MedusaProduct[] => [
  {
    handle: 'shirt',
    title: 'Medusa Shirt',
    option: 'Size',
    variants: [variant('SHIRT-S', 'S', 19.99, 1), variant('SHIRT-M', 'M', 21.49)],
  },
  { handle: 'mug', title: 'Medusa Mug', option: 'Default', variants: [variant('MUG', 'One', 8.1)] },
  { handle: 'poster', title: 'Medusa Poster', option: 'Default', variants: [variant('POSTER', 'One', 12, 0)] },
];

export const productView = ({ handle, title, option, variants }: MedusaProduct) => ({
  id: `prod_${handle}`,
  handle,
  title,
  description: `A ${handle}.`,
  thumbnail: null,
  images: [],
  options: [{ title: option, values: variants.map(({ size }) => ({ value: size })) }],
  variants: variants.map(({ id, sku, size, price, stock }) => ({
    id,
    sku,
    manage_inventory: true,
    allow_backorder: false,
    inventory_quantity: stock,
    options: [{ value: size, option: { title: option } }],
    calculated_price: {
      calculated_amount: price,
      currency_code: 'usd',
      is_calculated_price_tax_inclusive: false,
    },
  })),
});

export const shippingOptions = [
  { id: 'so_express', name: 'Express', amount: 12.5, insufficient_inventory: false },
  { id: 'so_standard', name: 'Standard', amount: 5.99, insufficient_inventory: false },
];

const taxPercent = 8.25;

/** The totals of a cart, with the long decimals of a real one. */
export function totalsOf({ items, shipping }: Pick<MedusaCart, 'items' | 'shipping'>) {
  const goods = items.reduce((sum, item) => sum + Math.round(item.variant.price * 100) * item.quantity, 0);
  const net = goods + Math.round(shipping * 100);
  return {
    currency_code: 'usd',
    total: (net * (10_000 + taxPercent * 100)) / 1_000_000,
    tax_total: (net * taxPercent * 100) / 1_000_000,
    shipping_subtotal: shipping,
  };
}

export const itemViews = (items: readonly MedusaItem[]) =>
  items.map(({ id, variant: { id: variantId, price, sku }, quantity, title }) => ({
    id,
    variant_id: variantId,
    variant_sku: sku,
    quantity,
    unit_price: price,
    product_title: title,
  }));

export const refused = (status: number, type: string, message: string, code?: string): Reply => ({
  status,
  body: { type, message, ...(code === undefined ? {} : { code }) },
});
