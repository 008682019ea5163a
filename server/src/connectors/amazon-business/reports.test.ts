import { expect, it } from 'vitest';
import { createPlainClient } from '../../../test/harness/stores/client.ts';
import { call, openAmazonBench } from '../../../test/stand-ins/amazon-business/bench.ts';

it('does not book part of a purchase where a page of the report is gone', async () => {
  const { shop, connect, order } = await openAmazonBench();
  try {
    const amazon = connect({ reports: true }, { through: createPlainClient(20_000) });
    const request = order();
    const prepared = await amazon.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
    await amazon.submit!(prepared.checkout, request, call());
    const sale = shop.state.orders.at(-1)!;
    shop.state.orders.push({ ...sale, orderId: '112-0000000-0000001' });
    shop.behave({ visibleAfterMs: 60_000, reportsPerPage: 1, losesReportPages: true });
    const lost = { reference: request.reference, retailer: request.retailer, lines: [], handle: null, note: null };
    const who = { shippingAddress: request.shippingAddress, merchantOrderIds: [], account: null };
    const query = { ...lost, ...who, since: new Date(), maxPrice: request.maxPrice, isTaken: async () => false };
    expect(await amazon.find!(query, call())).toMatchObject({ kind: 'unsure' });
    const listed = amazon.history!({ since: new Date(Date.now() - 60_000), cursor: null }, call());
    await expect(listed).rejects.toThrow();
  } finally {
    await shop.close();
  }
});
