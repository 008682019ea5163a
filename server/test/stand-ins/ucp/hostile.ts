import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Connector, PurchaseRequest } from '../../../src/connectors/contract.ts';
import { call, openTestBench } from './bench.ts';
import type { Faults } from './state.ts';

export let bench: Awaited<ReturnType<typeof openTestBench>>;

/** A shop for the calling test file. It is reset before each test. */
export function withHostileShop(): void {
  beforeAll(async () => {
    bench = await openTestBench();
  });
  afterAll(() => bench.shop.close());
  beforeEach(() => bench.shop.behave());
}

export const facing = (faults: Partial<Faults>) => {
  bench.shop.behave(faults);
  return bench.connect();
};

/** Prepares and, where that is ready, completes. */
export async function buy(connector: Connector, request: PurchaseRequest) {
  const prepared = await connector.prepare!(request, call());
  return prepared.kind === 'ready' ? connector.submit!(prepared.checkout, request, call()) : prepared;
}

export async function expectNothingSold(act: () => Promise<unknown>) {
  const before = bench.shop.sold().length;
  const outcome = await act();
  expect(bench.shop.sold().length).toBe(before);
  return outcome;
}
