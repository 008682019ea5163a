import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Brand } from '../../../src/connectors/brands.ts';
import type { PurchaseRequest } from '../../../src/connectors/contract.ts';
import { plainOptions } from '../../../src/connectors/options.ts';
import { createSimulator, type MailCode } from '../../../src/connectors/simulator/index.ts';
import { type Clock, plusMs } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { toCents } from '../../../src/kit/money.ts';
import type { Database } from '../../../src/platform/database/index.ts';

const file = new URL('../../../../config/retailers.json', import.meta.url);

/** The brands as configured, read without the checks that the service makes at its start. */
export function configuredBrands(): Brand[] {
  const { retailers } = JSON.parse(readFileSync(file, 'utf8')) as {
    retailers: (Record<string, never> & {
      product: { url: string; pattern: string; letter_case?: 'upper'; example: string };
    })[];
  };
  return retailers.map((row) => ({
    id: row.retailer!,
    displayName: row.display_name!,
    baseUrl: row.base_url!,
    domains: row.domains!,
    countries: row.supported_countries!,
    freeShipping: row.free_shipping!,
    freeShippingThreshold: row.free_shipping_threshold_cents ?? null,
    productAddress: {
      url: row.product.url,
      pattern: new RegExp(row.product.pattern, 'iu'),
      letterCase: row.product.letter_case ?? null,
      example: row.product.example,
    },
  }));
}

export interface ManualClock extends Clock {
  pass(ms: number): void;
}

/** A clock that stands still until the code under test sleeps or the test moves it. */
export function createManualClock(): ManualClock {
  let now = new Date('2026-08-21T12:00:00.000Z');
  const pass = (ms: number): void => {
    now = plusMs(now, ms);
  };
  return {
    now: () => now,
    pass,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      await turn();
      signal?.throwIfAborted();
      pass(ms);
    },
  };
}

export { plainOptions };

export const publicUrl = 'http://127.0.0.1:8080';

/** A purchase of one unit of the product, shipped to Texas. */
export function requestFor(
  target: { retailer: string; productId: string; url?: string },
  overrides: Partial<PurchaseRequest> = {},
): PurchaseRequest {
  const { retailer, productId, url = 'https://example.com/' } = target;
  return {
    reference: newId(),
    retailer,
    lines: [{ lineId: newId(), ref: { retailer, productId }, url, quantity: 1, variant: null, selection: {} }],
    shippingAddress: {
      firstName: 'Jane',
      lastName: 'Doe',
      addressLine1: '100 Congress Avenue',
      addressLine2: null,
      city: 'Austin',
      state: 'TX',
      postalCode: '78701',
      country: 'US',
      phoneNumber: '+15125550100',
    },
    maxPrice: toCents(1_000_000),
    options: plainOptions,
    payment: { kind: 'service' },
    account: null,
    ...overrides,
  };
}

export const scenarioProduct = (scenario: string) => ({
  retailer: '127.0.0.1',
  productId: `test-${scenario.replaceAll('_', '-')}`,
});

export const unlimited = () => ({ signal: new AbortController().signal });

export function createTestSimulator(database: Database, options: { timeScale?: number; mailCode?: MailCode } = {}) {
  const clock = createManualClock();
  const simulator = createSimulator({
    world: 'test',
    database,
    clock,
    brands: configuredBrands(),
    publicUrl,
    timeScale: 1,
    ...options,
  });
  return { clock, simulator };
}
