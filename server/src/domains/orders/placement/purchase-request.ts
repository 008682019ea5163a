import {
  type PurchaseRequest,
  type SellerSelection,
  type TestFault,
  testFaults,
} from '../../../connectors/contract.ts';
import { plainOptions } from '../../../connectors/plain-options.ts';
import {
  maxPriceAtStore,
  mayBePartial,
  type OrderExchange,
  type PlacementItem,
  type PlacementRow,
} from '../orders/index.ts';
import { type Buyer, serviceBuyer } from './buyer.ts';
import { lineOf, shippingAddressOf } from './purchase-record.ts';

/** The part of an order that the store gets. Quotes have it too. */
interface PurchaseInput
  extends Pick<
    PlacementRow,
    | 'id'
    | 'retailer'
    | 'shipping_address'
    | 'max_price_cents'
    | 'options'
    | 'is_gift'
    | 'gift_message'
    | 'po_number'
    | 'tax_id'
    | 'handling_days_max'
    | 'fulfillment'
  > {
  items: PlacementItem[];
  exchange?: OrderExchange | null;
}

/** What to buy. The reference is the order's ID, which finds it in the store's history. */
export function purchaseRequestOf(order: PurchaseInput, buyer: Buyer = serviceBuyer): PurchaseRequest {
  const {
    queueTimeoutSeconds: _waited,
    quotedTotalCents: _quoted,
    maxDriftCents: _drift,
    testFault,
    ...options
  } = order.options;
  return {
    reference: order.id,
    retailer: order.retailer,
    lines: order.items.map((item) => ({ ...lineOf(order.retailer, item), selection: selectionOf(order, item) })),
    shippingAddress: shippingAddressOf(order.shipping_address),
    maxPrice: maxPriceAtStore(order),
    options: {
      ...plainOptions,
      ...options,
      isGift: order.is_gift,
      giftMessage: order.gift_message,
      poNumber: order.po_number,
      taxId: order.tax_id,
    },
    ...(mayBePartial(order.fulfillment) ? { isBestEffort: true } : {}),
    ...(isTestFault(testFault) ? { testFault } : {}),
    ...buyer,
  };
}

const isTestFault = (value: unknown): value is TestFault => testFaults.some((fault) => fault === value);

function selectionOf(order: PurchaseInput, item: PlacementItem): SellerSelection {
  return (
    item.selection ?? {
      conditionIn: item.condition_in,
      conditionNotIn: item.condition_not_in,
      ...(order.handling_days_max === null ? {} : { handlingDaysMax: order.handling_days_max }),
    }
  );
}
