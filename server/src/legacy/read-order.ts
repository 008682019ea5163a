import { Secret } from 'otpauth';
import { type ShippingMethod, shippingMethods } from '../connectors/contract.ts';
import type { Registry } from '../connectors/registry.ts';
import { type OrderRequest, plainFieldsOf } from '../domains/orders/orders/index.ts';
import { assertDefined } from '../kit/assert-defined.ts';
import type { Clock } from '../kit/clock.ts';
import { Invalid, type Problem } from '../kit/failure.ts';
import { fieldsOf, textOf } from '../kit/fields.ts';
import { toCents } from '../kit/money.ts';
import type { World } from '../kit/world.ts';
import { cardFrom } from './card.ts';
import { conditionOf } from './conditions.ts';
import { legacyRefusal, problemAt, unknownRetailer } from './failures.ts';
import { productUrlFrom } from './product-url.ts';
import type { LegacyOrderRequest } from './schema.ts';
import { withoutSecrets } from './secrets.ts';
import { selectionFrom } from './selection.ts';

interface Needs {
  registry: Registry;
  clock: Clock;
  feeCents: number;
}

const quantityMax = 100;
const giftMessageMax = 240;
const notesBytesMax = 16 * 1024;
const queueTimeoutDefaultSeconds = 14_400;
/** A self-managed order may omit max_price: its own card is the limit. */
const noMaxPrice = 1_000_000_000;
const managedOnly = ['mgd_discount', 'mgd_priority_bid', 'mgd_prime_optout', 'addax_queue_timeout'] as const;

/** Whether Errand buys with its own accounts, which is the default. */
export const isManaged = (request: { addax?: unknown; retailer_credentials?: unknown }): boolean =>
  typeof request.addax === 'boolean' ? request.addax : !request.retailer_credentials;

/** Converts a `/v1` order request. Each field takes effect or is refused here. */
export function readOrder(needs: Needs, world: World, request: LegacyOrderRequest): OrderRequest {
  const retailer = needs.registry.nameOf(world, request.retailer);
  if (!needs.registry.supports(world, retailer)) throw unknownRetailer(request.retailer);
  const problems = kindProblems(request);
  if (problems.length > 0) throw new Invalid(problems);
  const products = request.products.map((product) => readProduct(needs.registry, world, retailer, product));
  checkGift(request);
  const shippingMethod = readShippingMethod(request);
  const clientCredentials = isManaged(request) ? null : readClientCredentials(request, needs.clock.now());
  const discount = request.mgd_discount ?? 0;
  return {
    products,
    shippingAddress: readAddress(request.shipping_address),
    // Whole cents: the limit is rounded down, never up.
    maxPrice: toCents(Math.max(1, Math.floor(((request.max_price ?? noMaxPrice) * (100 + discount)) / 100))),
    fee: toCents(needs.feeCents),
    retailerCredentialsId: null,
    plain: plainFieldsOf({
      metadata: request.client_notes,
      po_number: request.po_number == null ? null : String(request.po_number),
      is_gift: request.is_gift,
      gift_message: request.gift_message || null,
    }),
    customerEmail: null,
    options: readOptions(request, shippingMethod),
    ...(clientCredentials ? { clientCredentials } : {}),
    legacyRequest: withoutSecrets(request),
    priority: 100 - (request.mgd_priority_bid ?? 0),
  };
}

/** What `kindProblems` adds to the problems of the schema. An order without any is read first: its store may be unknown. */
export const moreProblems = (body: unknown, ofSchema: readonly Problem[]): Problem[] =>
  ofSchema.length > 0 && ofSchema.every(({ loc }) => loc.length > 1) ? kindProblems(fieldsOf(body)) : [];

/** Reports all fields that either kind of order lacks or must not have. */
function kindProblems(request: { [Field in keyof LegacyOrderRequest]?: unknown }): Problem[] {
  const problems: Problem[] = [];
  const need = (name: keyof LegacyOrderRequest, words: string) => {
    if (request[name] == null) problems.push({ loc: ['body', name], msg: words, type: 'missing' });
  };
  const refuse = (name: keyof LegacyOrderRequest, words: string) => {
    if (request[name] != null) problems.push(problemAt([name], words));
  };
  if (isManaged(request)) {
    need('max_price', 'Field required for a managed (addax) order');
    refuse('retailer_credentials', "A managed (addax) order uses Errand's accounts. Remove this field");
    refuse('payment_method', 'A managed (addax) order is paid from the wallet. Remove this field');
  } else {
    for (const name of ['retailer_credentials', 'payment_method', 'shipping_method'] as const) {
      need(name, 'Field required for a self-managed order');
    }
    for (const name of managedOnly) refuse(name, 'Only for managed (addax) orders. Remove this field');
  }
  const key = textOf(fieldsOf(request.retailer_credentials).totp_2fa_key);
  if (key && !isBase32(key)) problems.push(problemAt(['retailer_credentials', 'totp_2fa_key'], 'Not a base32 key'));
  if (Buffer.byteLength(JSON.stringify(request.client_notes ?? {})) > notesBytesMax) {
    problems.push(problemAt(['client_notes'], 'Notes should be at most 16 KiB as JSON'));
  }
  return problems;
}

function isBase32(key: string): boolean {
  try {
    return Secret.fromBase32(key.replaceAll(/\s/g, '')).bytes.length > 0;
  } catch {
    return false;
  }
}

type RequestedProduct = LegacyOrderRequest['products'][number];

function readProduct(registry: Registry, world: World, retailer: string, product: RequestedProduct) {
  const { product_id: productId, quantity } = product;
  if (!Number.isInteger(quantity) || quantity < 1) {
    throw legacyRefusal('invalid_quantity', 'quantity must be a whole number of at least 1.', {
      product_id: productId,
      quantity,
    });
  }
  if (quantity > quantityMax) {
    const data = { product_id: productId, quantity, max_quantity: quantityMax };
    throw legacyRefusal('max_quantity_exceeded', `At most ${quantityMax} of one product per order.`, data);
  }
  const hasSellers = registry.forRetailer(world, retailer)?.connector.honours.has('offers') ?? true;
  const selection = selectionFrom(product.seller_selection_criteria, hasSellers);
  return {
    url: productUrlFrom(registry, world, retailer, productId.trim()),
    quantity,
    variant: product.variants?.map(({ dimension, value }) => ({ label: dimension, value })) ?? null,
    conditionIn: selection.conditionIn ?? [],
    conditionNotIn: (product.seller_selection_criteria?.condition_not_in ?? []).map(conditionOf),
    selection,
  };
}

function checkGift(request: LegacyOrderRequest): void {
  const { is_gift: isGift, gift_message: message, require_gift: required, use_gift_wrap: wrapped } = request;
  if (!isGift && (message || required || wrapped)) {
    throw legacyRefusal('invalid_gift_options', 'gift_message, require_gift and use_gift_wrap require is_gift: true.');
  }
  if (message && message.length > giftMessageMax) {
    throw legacyRefusal('invalid_gift_options', `gift_message can have at most ${giftMessageMax} characters.`);
  }
}

function readShippingMethod(request: LegacyOrderRequest): ShippingMethod {
  const method = request.shipping_method ?? (request.market_day ? 'market_day' : 'cheapest');
  const known = shippingMethods.find((candidate) => candidate === method);
  if (!known) {
    throw legacyRefusal('invalid_shipping_method', `shipping_method must be one of ${shippingMethods.join(', ')}.`, {
      shipping_method: method,
    });
  }
  if (request.market_day && known !== 'market_day') {
    throw legacyRefusal('invalid_shipping_method', 'market_day requires shipping_method market_day.');
  }
  return known;
}

function readClientCredentials(request: LegacyOrderRequest, now: Date): NonNullable<OrderRequest['clientCredentials']> {
  const credentials = assertDefined(request.retailer_credentials);
  return {
    credentials: {
      email: credentials.email,
      password: credentials.password,
      totpKey: credentials.totp_2fa_key?.replaceAll(/\s/g, '') ?? null,
      verificationCode: credentials.verification_code ?? null,
    },
    card: cardFrom(assertDefined(request.payment_method), now),
  };
}

function readAddress(address: LegacyOrderRequest['shipping_address']): OrderRequest['shippingAddress'] {
  return {
    first_name: address.first_name,
    last_name: address.last_name,
    address_line1: address.address_line1,
    address_line2: address.address_line2 || null,
    city: address.city,
    state: address.state || null,
    postal_code: address.zip_code,
    country: address.country?.toUpperCase() ?? 'US',
    phone_number: address.phone_number || null,
  };
}

/** The options for the store, and how long the order may wait for them. */
function readOptions(request: LegacyOrderRequest, shippingMethod: ShippingMethod): Record<string, unknown> {
  const promoCodes = (request.promo_codes ?? []).map((promo) => ({
    code: promo.code,
    optional: promo.optional ?? false,
    merchantId: promo.merchant_id ?? null,
    discountAmount: promo.discount_amount ?? null,
    discountPercentage: promo.discount_percentage ?? null,
    costOverride: promo.cost_override ?? null,
  }));
  return {
    requireGift: request.require_gift ?? false,
    useGiftWrap: request.use_gift_wrap ?? false,
    shippingMethod,
    marketDay: request.market_day?.toLowerCase() ?? null,
    maxDeliveryDays: request.max_delivery_days ?? null,
    disableWeekendShipping: request.disable_weekend_shipping ?? false,
    failIfTaxed: request.fail_if_taxed ?? false,
    taxExemptionOptOut: request.tax_exemption_opt_out ?? false,
    takeBuyBoxOffers: request.take_buybox_offers ?? false,
    offersPostalCode: request.force_offers_postal_code ?? null,
    primeOptOut: request.mgd_prime_optout ?? false,
    promoCodes,
    customsIdNumber: request.customs_id_number ?? null,
    instructions: request.shipping_address.instructions || null,
    strictExpiredProductId: request.strict_expired_product_id ?? false,
    ...(isManaged(request) ? { queueTimeoutSeconds: request.addax_queue_timeout ?? queueTimeoutDefaultSeconds } : {}),
  };
}
