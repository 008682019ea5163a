import { describe, expect, it } from 'vitest';
import { liveStore, requestFor } from '../../test/harness/stores/request.ts';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { type Option, options, type PurchaseRequest } from './contract.ts';
import { storeKinds } from './kinds.ts';
import { plainOptions, refuseOptions } from './options.ts';
import { ucp } from './ucp/index.ts';

const plain = requestFor([{ productId: 'mug' }]);
const asking = (more: Partial<PurchaseRequest['options']>): Partial<PurchaseRequest> => ({
  options: { ...plainOptions, ...more },
});

/** What an order looks like that wants this. */
const requests: Record<Option, Partial<PurchaseRequest>> = {
  gift: asking({ isGift: true }),
  gift_wrap: asking({ useGiftWrap: true }),
  shipping_method: asking({ shippingMethod: 'fastest' }),
  delivery_day: asking({ marketDay: '2026-12-24' }),
  delivery_days: asking({ maxDeliveryDays: 2 }),
  no_weekend: asking({ disableWeekendShipping: true }),
  no_tax: asking({ failIfTaxed: true }),
  tax_exemption_opt_out: asking({ taxExemptionOptOut: true }),
  promo_codes: asking({ promoCodes: [{ code: 'TEN', optional: false }] as never }),
  customs_id: asking({ customsIdNumber: '1' }),
  po_number: asking({ poNumber: 'PO-1' }),
  instructions: asking({ instructions: 'Ring twice.' }),
  offers: asking({ takeBuyBoxOffers: true }),
  card: { payment: { kind: 'card' } as never },
  gift_balance: { payment: { kind: 'gift_balance' } as never },
};

const settingsByKind: Record<string, Record<string, unknown>> = {
  medusa: { publishable_key: 'pk_1' },
  'amazon-business': { region: 'na', marketplace: 'US', buyer_email: 'buyer@example.com', ordering_group: 'group' },
};

describe.each([...storeKinds, ucp].map((kind) => [kind.kind, kind] as const))(
  'options at a %s store',
  (_name, kind) => {
    const store = liveStore(kind.kind, 'https://shop.example', {
      settings: settingsByKind[kind.kind] ?? {},
    });
    const client = { send: () => expect.unreachable('No store is asked.') };
    const token = { use: client.send, discard: client.send };
    const logger = createLogger({ level: 'silent' });
    const connector = kind.create(store, { client, token, clock: systemClock, logger, credentials: async () => ({}) });

    it.each(options)('%s is fulfilled, or refused before anything is bought', (option) => {
      const refusal = refuseOptions(connector, { ...plain, ...requests[option] });
      if (connector.honours.has(option)) expect(refusal).toBeNull();
      else expect(refusal).toMatchObject({ kind: 'refused', detail: expect.stringMatching(/_unavailable$/) });
    });

    it('none means none', () => {
      expect(refuseOptions(connector, plain)).toBeNull();
    });
  },
);
