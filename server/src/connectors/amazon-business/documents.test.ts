import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, openAmazonBench } from '../../../test/stand-ins/amazon-business/bench.ts';
import { creditIdOf, invoiceIdOf } from '../../../test/stand-ins/amazon-business/invoices.ts';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { DocumentsAnswer, PurchaseRecord } from '../contract.ts';
import type { StoreClient } from '../store-client.ts';

let bench: Awaited<ReturnType<typeof openAmazonBench>>;
beforeAll(async () => {
  bench = await openAmazonBench();
});
afterAll(() => bench.shop.close());
beforeEach(() => {
  bench.shop.behave();
  bench.shop.state.strayInvoices = [];
});

const amazon = () => bench.connect({ reports: true, invoices: true });

/** An order that was bought and has shipped. */
async function shippedOrder(quantity = 1) {
  const connector = amazon();
  const request = bench.order(quantity);
  const prepared = await connector.prepare!(request, call());
  if (prepared.kind !== 'ready') throw new Error(`Not ready: ${prepared.kind}`);
  const outcome = await connector.submit!(prepared.checkout, request, call());
  if (outcome.kind !== 'placed') throw new Error(`Not placed: ${outcome.kind}`);
  const order = assertDefined(bench.shop.state.orders.at(-1));
  const purchase: PurchaseRecord = {
    reference: request.reference,
    retailer: 'amazon',
    lines: [],
    shippingAddress: request.shippingAddress,
    merchantOrderIds: outcome.purchase.merchantOrderIds,
    handle: null,
    note: outcome.purchase.note ?? null,
    account: null,
  };
  bench.shop.advance(order.orderId);
  return { order, purchase };
}

type Listed = Extract<DocumentsAnswer, { kind: 'listed' }>;

/** Asks until nothing more is pending, as the job does. */
async function collect(purchase: PurchaseRecord, known = new Set<string>(), connector = amazon()) {
  const documents: Listed['documents'] = [];
  const unusable: string[] = [];
  let resume: string | null = null;
  for (let step = 0; step < 20; step += 1) {
    const answer: DocumentsAnswer = await connector.documents!.list(purchase, { known, resume }, call());
    if (answer.kind !== 'listed') return { documents, unusable, failed: answer.message };
    documents.push(...answer.documents);
    unusable.push(...(answer.unusable ?? []));
    for (const id of [...answer.documents.map((each) => each.id), ...(answer.unusable ?? [])]) known.add(id);
    resume = answer.resume ?? null;
    if (resume === null && answer.pollAfterMs !== 1000) return { documents, unusable, pollAfterMs: answer.pollAfterMs };
  }
  throw new Error('It never ended.');
}

describe('invoices', () => {
  it('has the invoice once it has shipped, and the credit note after a refund', async () => {
    const { order, purchase } = await shippedOrder();
    order.steps = 0;
    expect(await collect(purchase)).toEqual({ documents: [], unusable: [], pollAfterMs: 12 * 3_600_000 });
    order.steps = 1;
    const known = new Set<string>();
    const { documents } = await collect(purchase, known);
    expect(documents.map(({ bytes, ...rest }) => [Buffer.from(bytes).toString(), rest])).toEqual([
      [
        '%PDF-1.4 invoice',
        {
          id: invoiceIdOf(order),
          kind: 'invoice',
          name: `invoice-${invoiceIdOf(order)}.pdf`,
          contentType: 'application/pdf',
        },
      ],
    ]);
    order.isRefunded = true;
    const reports = bench.shop.seen('createReport').length;
    const later = await collect(purchase, known);
    expect(later.documents).toMatchObject([{ id: creditIdOf(order), kind: 'credit_note' }]);
    // The invoice isn't asked for again.
    expect(bench.shop.seen('createReport').length - reports).toBe(1);
    const options = bench.shop
      .seen('createReport')
      .slice(-2)
      .map(({ body }) => body.reportOptions);
    expect(options).toEqual([
      { invoiceId: invoiceIdOf(order), documentType: 'Invoice' },
      { invoiceId: creditIdOf(order), documentType: 'Credits' },
    ]);
  });

  it('unpacks a compressed one', async () => {
    const { purchase } = await shippedOrder();
    bench.shop.behave({ isCompressed: true });
    const { documents } = await collect(purchase);
    expect(documents.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['%PDF-1.4 invoice']);
  });

  it.each([
    ['longer than 5 MiB', { paper: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF') }],
    ['longer than 5 MiB once unpacked', { paper: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF'), isCompressed: true }],
  ])('leaves one at Amazon that is %s, and does not ask for it again', async (_case, behavior) => {
    const { order, purchase } = await shippedOrder();
    bench.shop.behave(behavior);
    const known = new Set<string>();
    const { documents, unusable } = await collect(purchase, known);
    // Without the bytes: a test that fails would compare megabytes.
    expect([documents.length, unusable]).toEqual([0, [invoiceIdOf(order)]]);
    const reports = bench.shop.seen('createReport').length;
    expect(await collect(purchase, known)).toMatchObject({ documents: [], unusable: [] });
    expect(bench.shop.seen('createReport').length).toBe(reports);
  });

  it('leaves invoices for several orders, and invoices of other orders', async () => {
    const { order, purchase } = await shippedOrder();
    bench.shop.behave({ isConsolidated: true });
    expect(await collect(purchase)).toMatchObject({ documents: [], unusable: [] });
    bench.shop.behave();
    const orderLineItem = { orderId: '113-0000000-0000000', orderLineItemId: '1', shipmentId: 'S1' };
    const invoiceDetails = [{ invoiceNumber: 'INV-of-another', invoiceType: 'STANDARD' }];
    bench.shop.state.strayInvoices = [{ orderLineItem, invoiceDetails }];
    const { documents } = await collect(purchase);
    expect(documents.map(({ id }) => id)).toEqual([invoiceIdOf(order)]);
    expect(bench.shop.seen('createReport').every(({ body }) => !JSON.stringify(body).includes('another'))).toBe(true);
  });

  it('asks only for lines of its own order', async () => {
    const { purchase } = await shippedOrder();
    const { order: other } = await shippedOrder();
    bench.shop.state.strayShipments = [other.orderId];
    await collect(purchase);
    const asked = bench.shop.seen('invoices').at(-1)?.body.orderLineItems;
    expect(asked).toMatchObject([{ orderId: purchase.merchantOrderIds[0] }]);
    bench.shop.state.strayShipments = [];
  });

  it.each(['FATAL', 'CANCELLED'] as const)('looks again later if the report ends as %s', async (reportStatus) => {
    const { purchase } = await shippedOrder();
    bench.shop.behave({ reportStatus });
    expect(await collect(purchase)).toEqual({ documents: [], unusable: [], pollAfterMs: 12 * 3_600_000 });
  });

  it.each(['shipments', 'invoices', 'createReport', 'getReport', 'getReportDocument', 'file'] as const)(
    'is asked again if %s fails',
    async (operation) => {
      const { purchase } = await shippedOrder();
      bench.shop.spoil(operation, 500);
      expect(await collect(purchase)).toMatchObject({ documents: [], failed: expect.any(String) });
    },
  );

  it('sends no credentials to the link', async () => {
    const { purchase } = await shippedOrder();
    await collect(purchase);
    const [file] = bench.shop.seen('file').slice(-1);
    expect(Object.keys(file?.headers ?? {}).filter((name) => /amz|authorization/.test(name))).toEqual([]);
  });

  it('reads no link without TLS', async () => {
    const { purchase } = await shippedOrder();
    // Amazon's own host, reached at the stand-in.
    const through: StoreClient = {
      ...bench.client,
      send: (request, given) => {
        const { pathname, search } = new URL(request.url);
        return bench.client.send({ ...request, url: `${bench.shop.origin}${pathname}${search}` }, given);
      },
    };
    const settings = { reports: true, invoices: true };
    const connector = bench.connect(settings, { through, more: { apiUrl: null } });
    const files = bench.shop.seen('file').length;
    expect(await collect(purchase, new Set(), connector)).toMatchObject({
      failed: 'Amazon returned no download link.',
    });
    expect(bench.shop.seen('file').length).toBe(files);
  });

  it('needs the role for it', () => {
    expect(bench.connect({ reports: true }).documents).toBeUndefined();
  });
});
