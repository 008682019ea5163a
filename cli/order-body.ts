import type { NewOrder } from '../sdk/src/index.ts';
import { type Command, type Context, text, UsageError, wholeNumber } from './command.ts';
import { readJson } from './read-json.ts';

export const orderOptions: NonNullable<Command['options']> = {
  file: {
    type: 'string',
    short: 'f',
    help: 'The order as JSON, as for POST /orders. Use - to read from stdin',
  },
  example: { type: 'boolean', help: 'Order a test product to an example address (sandbox)' },
  quantity: { type: 'string', help: 'Quantity of each product (default: 1)' },
  'max-price': { type: 'string', help: 'The most the store may charge, such as 49.99' },
  card: { type: 'boolean', help: 'Pay with your default card instead of the wallet' },
  'payment-method': { type: 'string', help: 'Pay with this saved card, such as pm_card_visa' },
  'best-effort': {
    type: 'string',
    help: 'Parts of the order that can be left out, comma-separated: items, quantity, gift',
  },
  'ship-to': { type: 'string', help: 'A JSON file with the shipping address' },
};

const exampleAddress: NewOrder['shipping_address'] = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  phone_number: '+14155550123',
};

/** Parses an amount in dollars into cents. */
export function centsOf(amount: string): number {
  const [, whole, rest = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new UsageError(`"${amount}" is not an amount. Use a format such as 49.99.`);
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'));
}

/** Builds an order from the arguments. */
export async function orderBody(context: Context, priceNeeded = true): Promise<NewOrder> {
  const file = text(context, 'file');
  if (file !== undefined) return (await readJson(context, file)) as NewOrder;
  const isTest = context.apiKey?.startsWith('svc_test_') ?? false;
  const isExample = context.options.example === true;
  const urls =
    isExample && context.arguments.length === 0 ? [await testProduct(context, 'success')] : context.arguments;
  if (urls.length === 0) throw new UsageError('Specify what to order: a product URL, --file or --example.');
  const price = text(context, 'max-price') ?? (isExample ? '100' : undefined);
  if (price === undefined && priceNeeded) throw new UsageError('--max-price is required.');
  const quantity = wholeNumber(context, 'quantity', 1);
  return {
    products: urls.map((url) => ({ url, quantity })),
    shipping_address: await addressFor(context, isTest),
    max_price: price === undefined ? 1 : centsOf(price),
    ...paymentOf(context),
    ...fulfillmentFor(context),
  };
}

function paymentOf(context: Context): Pick<NewOrder, 'payment'> {
  const method = text(context, 'payment-method');
  if (method === undefined && context.options.card !== true) return {};
  return { payment: { mode: 'card', ...(method === undefined ? {} : { payment_method: method }) } };
}

const concerns = ['items', 'quantity', 'gift'] as const;

function fulfillmentFor(context: Context): Pick<NewOrder, 'fulfillment'> {
  const given = text(context, 'best-effort')?.split(',') ?? [];
  const unknown = given.find((word) => !concerns.some((concern) => concern === word));
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not valid here. Use ${concerns.join(', ')}.`);
  if (given.length === 0) return {};
  return { fulfillment: Object.fromEntries(given.map((concern) => [concern, 'best_effort'])) };
}

async function addressFor(context: Context, isTest: boolean): Promise<NewOrder['shipping_address']> {
  const file = text(context, 'ship-to');
  if (file !== undefined) return (await readJson(context, file)) as NewOrder['shipping_address'];
  if (!isTest) throw new UsageError('--ship-to is required: a JSON file with the shipping address.');
  context.err('No --ship-to given. Using an example address, because this is the sandbox.\n');
  return exampleAddress;
}

/** The URL of the test product for this scenario. */
export async function testProduct({ client }: Context, scenario: string): Promise<string> {
  const { products } = await client.listTestProducts();
  const product = products.find((each) => each.scenario === scenario);
  if (!product) throw new UsageError(`This service has no test product "${scenario}".`);
  return product.url;
}
