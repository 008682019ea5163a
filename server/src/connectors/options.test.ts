import { describe, expect, it } from 'vitest';
import { liveStore, requestFor } from '../../test/harness/stores/request.ts';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { type Option, options, type PurchaseRequest } from './contract.ts';
import { storeKinds } from './kinds.ts';
import { refuseOptions } from './options.ts';
import { plainOptions } from './plain-options.ts';

const plain = requestFor([{ productId: 'mug' }]);
const wishing = (wish: Partial<PurchaseRequest['options']>): Partial<PurchaseRequest> => ({
  options: { ...plainOptions, ...wish },
});

/** What an order looks like that wants this. */
const wishes: Record<Option, Partial<PurchaseRequest>> = {
  gift: wishing({ isGift: true }),
  gift_wrap: wishing({ useGiftWrap: true }),
  shipping_method: wishing({ shippingMethod: 'fastest' }),
  delivery_day: wishing({ marketDay: '2026-12-24' }),
  delivery_days: wishing({ maxDeliveryDays: 2 }),
  no_weekend: wishing({ disableWeekendShipping: true }),
  no_tax: wishing({ failIfTaxed: true }),
  tax_exemption_opt_out: wishing({ taxExemptionOptOut: true }),
  promo_codes: wishing({ promoCodes: [{ code: 'TEN', optional: false }] as never }),
  customs_id: wishing({ customsIdNumber: '1' }),
  po_number: wishing({ poNumber: 'PO-1' }),
  instructions: wishing({ instructions: 'Ring twice.' }),
  offers: wishing({ takeBuyBoxOffers: true }),
  card: { payment: { kind: 'card' } as never },
  gift_balance: { payment: { kind: 'gift_balance' } as never },
};

describe.each(storeKinds.map((kind) => [kind.kind, kind] as const))('a wish at a store of kind %s', (_name, kind) => {
  const store = liveStore(kind.kind, 'https://shop.example', { settings: { publishable_key: 'pk_1' } });
  const client = { send: () => expect.unreachable('No store is asked.') };
  const logger = createLogger({ level: 'silent' });
  const connector = kind.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });

  it.each(options)('%s is fulfilled, or refused before anything is bought', (option) => {
    const refusal = refuseOptions(connector, { ...plain, ...wishes[option] });
    if (connector.honours.has(option)) expect(refusal).toBeNull();
    else expect(refusal).toMatchObject({ kind: 'refused', detail: expect.stringMatching(/_unavailable$/) });
  });

  it('none is none', () => {
    expect(refuseOptions(connector, plain)).toBeNull();
  });
});
