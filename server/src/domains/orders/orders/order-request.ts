import type { Condition, SellerSelection, TestFault } from '../../../connectors/contract.ts';
import { Invalid, type Problem } from '../../../kit/failure.ts';
import { fieldsOf, listOf, textOf } from '../../../kit/fields.ts';
import type { Cents } from '../../../kit/money.ts';
import { toCents } from '../../../kit/money.ts';
import type { ShippingAddress } from './address.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { PlainFields } from './fields.ts';
import { plainFieldsOf } from './fields.ts';
import { type Fulfillment, fulfillmentOf } from './fulfillment.ts';
import type { OrderBody } from './schema.ts';

/** What a client orders, through any API. */
export interface OrderRequest {
  products: {
    url: string;
    quantity: number;
    variant: { label: string; value: string }[] | null;
    conditionIn: Condition[];
    conditionNotIn: Condition[];
    /** Seller criteria. Without them, the two lists above decide. */
    selection?: SellerSelection;
  }[];
  shippingAddress: ShippingAddress;
  /** In the minor unit of `maxPriceCurrency`. */
  maxPrice: Cents;
  /** ISO 4217. Defaults to USD. */
  maxPriceCurrency?: string;
  fee: Cents;
  retailerCredentialsId: string | null;
  plain: PlainFields;
  fulfillment?: Fulfillment | null;
  customerEmail: string | null;
  options: Record<string, unknown>;
  /** The client's own login and card pay the retailer, and the wallet pays only the fee. */
  clientCredentials?: ClientCredentials;
  /** The request of the legacy API, without its secrets. */
  legacyRequest?: Record<string, unknown>;
  /** Lower is placed first. Defaults to 100. */
  priority?: number;
  /** The quote, and how much the price may have risen since. */
  quote?: { id: string; maxDriftCents: number };
  /** A saved card pays instead of the wallet: the named one, or the default if null. */
  card?: { paymentMethod: string | null };
  /** How the simulated store misbehaves. */
  testFault?: TestFault;
}

const metadataBytesMax = 16 * 1024;

type Address = OrderBody['shipping_address'];

/** Rows of a batch may omit the phone number. */
export type OrderRequestBody = Omit<OrderBody, 'shipping_address'> & {
  shipping_address: Omit<Address, 'phone_number'> & { phone_number?: string | null };
};

/** Reads a body, with the checks that a schema cannot express. */
export function orderRequestFrom(body: OrderBody, feeCents: number): OrderRequest {
  const problems = bodyProblems(body);
  if (problems.length > 0) throw new Invalid(problems);
  return orderRequestOf(body, feeCents);
}

export function orderRequestOf(body: OrderRequestBody, feeCents: number): OrderRequest {
  const address = body.shipping_address;
  return {
    products: body.products.map((product) => ({
      url: product.url,
      quantity: product.quantity,
      variant: product.variant ?? null,
      conditionIn: product.condition_in ?? ['New'],
      conditionNotIn: product.condition_not_in ?? [],
    })),
    shippingAddress: {
      first_name: address.first_name,
      last_name: address.last_name,
      address_line1: address.address_line1,
      address_line2: address.address_line2 ?? null,
      city: address.city,
      state: address.state ?? null,
      postal_code: address.postal_code,
      country: address.country.toUpperCase(),
      phone_number: address.phone_number ?? null,
    },
    maxPrice: toCents(body.max_price),
    ...(body.max_price_currency ? { maxPriceCurrency: body.max_price_currency } : {}),
    fee: toCents(feeCents),
    retailerCredentialsId: body.retailer_credentials_id ?? null,
    plain: plainFieldsOf(body),
    fulfillment: fulfillmentOf(body.fulfillment),
    customerEmail: body.customer_notifications?.email ?? null,
    options: {},
    ...(body.quote_id ? { quote: { id: body.quote_id, maxDriftCents: body.max_drift_cents ?? 0 } } : {}),
    ...(body.payment?.mode === 'card' ? { card: { paymentMethod: body.payment.payment_method ?? null } } : {}),
  };
}

/** Checks that a schema cannot express, of any body: a wrong type is reported by the schema. */
export function bodyProblems(body: unknown): Problem[] {
  const order = fieldsOf(body);
  const problems: Problem[] = [];
  const { country, state } = fieldsOf(order.shipping_address);
  if (textOf(country)?.toUpperCase() === 'US' && !textOf(state)?.trim()) {
    problems.push({ loc: ['body', 'shipping_address', 'state'], msg: 'Field required for US', type: 'missing' });
  }
  if (order.gift_message && !order.is_gift) {
    problems.push({ loc: ['body', 'gift_message'], msg: 'A gift message requires is_gift: true', type: 'value_error' });
  }
  if (order.metadata && Buffer.byteLength(JSON.stringify(order.metadata)) > metadataBytesMax) {
    problems.push({ loc: ['body', 'metadata'], msg: 'Metadata should be at most 16 KiB as JSON', type: 'value_error' });
  }
  const payment = fieldsOf(order.payment);
  if (payment.mode === 'wallet' && payment.payment_method) {
    const msg = 'A payment method requires mode: "card"';
    problems.push({ loc: ['body', 'payment', 'payment_method'], msg, type: 'value_error' });
  }
  for (const [index, product] of listOf(order.products).entries()) {
    const { condition_in: requested, condition_not_in: excluded } = fieldsOf(product);
    const conditions = listOf(requested ?? ['New']);
    if (conditions.length > 0 && conditions.every((condition) => listOf(excluded).includes(condition))) {
      const loc = ['body', 'products', index, 'condition_not_in'];
      problems.push({ loc, msg: 'Every requested condition is also excluded', type: 'value_error' });
    }
  }
  return problems;
}
