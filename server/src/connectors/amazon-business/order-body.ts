import { toDecimalText } from '../../kit/money.ts';
import type { Address, PurchaseRequest } from '../contract.ts';
import type { HandleLine } from './handle.ts';
import { expectationFor } from './order-price.ts';
import type { AmazonOptions } from './settings.ts';

export const orderPath = '/ordering/2022-10-30/orders';

type BodyLine = Pick<HandleLine, 'externalId' | 'asin' | 'offerId' | 'quantity'>;

const lineOf = (line: BodyLine, expectations: unknown[]) => ({
  externalId: line.externalId,
  quantity: line.quantity,
  attributes: [
    {
      attributeType: 'SelectedProductReference',
      productReference: { productReferenceType: 'ProductIdentifier', id: line.asin },
    },
    {
      attributeType: 'SelectedBuyingOptionReference',
      buyingOptionReference: { buyingOptionReferenceType: 'BuyingOptionIdentifier', id: line.offerId },
    },
  ],
  expectations,
});

export const fullNameOf = ({ firstName, lastName }: Address): string => `${firstName} ${lastName}`.trim();

function addressOf(address: Address) {
  const { addressLine1, addressLine2, city, state, postalCode, country: countryCode, phoneNumber } = address;
  return {
    addressType: 'PhysicalAddress',
    fullName: fullNameOf(address),
    addressLine1,
    ...(addressLine2 ? { addressLine2 } : {}),
    city,
    ...(state ? { stateOrRegion: state } : {}),
    postalCode,
    countryCode,
    ...(phoneNumber ? { phoneNumber } : {}),
  };
}

const preferences = { fastest: 'EXPEDITED_PAID', free: 'FAST_FREE' } as const;

function attributesOf(options: AmazonOptions, request: PurchaseRequest): unknown[] {
  const { shippingMethod } = request.options;
  const wanted = shippingMethod === 'fastest' || shippingMethod === 'free' ? preferences[shippingMethod] : null;
  const shipPreference = wanted ?? options.delivery_preference;
  const group = options.ordering_group;
  return [
    { attributeType: 'PurchaseOrderNumber', purchaseOrderNumber: request.reference },
    {
      attributeType: 'BuyerReference',
      userReference: { userReferenceType: 'UserEmail', emailAddress: options.buyer_email },
    },
    ...(group === undefined
      ? []
      : [
          {
            attributeType: 'BuyingGroupReference',
            groupReference: { groupReferenceType: 'GroupIdentity', identifier: group },
          },
        ]),
    { attributeType: 'Region', region: options.market.code },
    {
      attributeType: 'SelectedPaymentMethodReference',
      paymentMethodReference: { paymentMethodReferenceType: 'StoredPaymentMethod' },
    },
    { attributeType: 'ShippingAddress', address: addressOf(request.shippingAddress) },
    ...(shipPreference === undefined ? [] : [{ attributeType: 'DeliveryPreference', shipPreference }]),
    ...(options.hide_prices ? [{ attributeType: 'PriceSuppressionDirective' }] : []),
  ];
}

/** A trial order: Amazon calculates tax and shipping, and sells nothing. It has a separate external ID. */
export function trialBody(
  options: AmazonOptions,
  request: PurchaseRequest,
  externalId: string,
  lines: readonly BodyLine[],
) {
  return {
    externalId,
    lineItems: lines.map((line) => lineOf(line, [])),
    attributes: [...attributesOf(options, request), { attributeType: 'TrialMode' }],
    expectations: [],
  };
}

/**
 * The order, with price expectations on every line. Amazon would apply an order-level expectation to each line, which
 * doesn't limit the total.
 */
export function orderBody(options: AmazonOptions, request: PurchaseRequest, lines: readonly HandleLine[]) {
  const { currency } = options.market;
  const amount = (cents: number) => ({
    currencyCode: currency,
    amount: Number(toDecimalText({ amount: expectationFor(cents, options.tolerancePercent), currency })),
  });
  const charge = (source: 'SUBTOTAL' | 'SHIPPING' | 'TAX', cents: number) => ({
    expectationType: 'ExpectedCharge',
    amount: amount(cents),
    source,
  });
  return {
    externalId: request.reference,
    lineItems: lines.map((line) =>
      lineOf(line, [
        { expectationType: 'ExpectedUnitPrice', amount: amount(line.unitPrice) },
        charge('SUBTOTAL', line.subtotal),
        charge('SHIPPING', line.shipping),
        charge('TAX', line.tax),
      ]),
    ),
    attributes: attributesOf(options, request),
    expectations: [],
  };
}
