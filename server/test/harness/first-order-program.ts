/**
 * A first program with the packed client, on any runtime: an order that is delivered, a known error, and a signed and
 * verified webhook. Resolves to "delivered true true order.placed".
 */
const work = `
  async function firstOrder({ Errand, ApiError, newIdempotencyKey, signTestEvent, verifyWebhook }, readCsv, baseUrl) {
    const { api_key: apiKey, example_order: body } = await new Errand({ baseUrl }).sandbox.mintKey();
    const errand = new Errand({ baseUrl, apiKey });
    const { id } = await errand.orders.create(body);
    await errand.orders.waitUntil(id, 'placed');
    await errand.sandbox.advanceOrder(id, { to: 'delivered' });
    const { items } = await errand.orders.waitUntil(id, 'delivered');
    const { rows } = readCsv(new TextEncoder().encode(await errand.bulk.getTemplate()));
    const refused = await errand.orders.get(id.replace(/.{8}$/, newIdempotencyKey().slice(0, 8))).catch((error) => error);
    const isTyped = refused instanceof ApiError && refused.status === 404;
    const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
    const { payload, headers } = await signTestEvent({ secret, type: 'order.placed', data: { id } });
    const { type } = await verifyWebhook({ payload, headers, secret });
    return [items[0].status, rows.length > 0, isTyped, type].join(' ');
  }
`;

const names = 'Errand, ApiError, newIdempotencyKey, signTestEvent, verifyWebhook';
const imports = `
  import { ${names} } from '@errand/sdk';
  import { readCsv } from '@errand/sdk/csv';
  ${work}
  const sdk = { ${names} };
`;

export const firstOrderProgram = `
  ${imports}
  import process from 'node:process';
  console.log(await firstOrder(sdk, readCsv, process.env.ERRAND_BASE_URL));
`;

export const firstOrderCommonJs = `
  ${work}
  firstOrder(require('@errand/sdk'), require('@errand/sdk/csv').readCsv, process.env.ERRAND_BASE_URL).then(console.log);
`;

/** For bundles: the page or Worker calls it. */
export const firstOrderModule = `
  ${imports}
  export { sdk };
  export const run = (baseUrl) => firstOrder(sdk, readCsv, baseUrl);
`;

export const firstOrderResult = 'delivered true true order.placed';
