/** What a newcomer's first program does with the packed client, on whichever runtime. Prints "delivered true true". */
export const firstOrderProgram = `
  import { createClient, ErrandError, newIdempotencyKey } from '@errand/sdk';
  import { readCsv } from '@errand/sdk/csv';
  import process from 'node:process';
  const baseUrl = process.env.ERRAND_BASE_URL;
  const { api_key: apiKey, example_order: body } = await createClient({ baseUrl }).mintSandboxKey();
  const client = createClient({ baseUrl, apiKey });
  const { id } = await client.createOrder({ body });
  await client.orders.waitUntil(id, 'placed');
  await client.advanceSandboxOrder({ order_id: id, body: { to: 'delivered' } });
  const { items } = await client.orders.waitUntil(id, 'delivered');
  const { rows } = readCsv(new TextEncoder().encode(await client.getBulkOrderTemplate()));
  const refused = await client.getOrder({ order_id: id.replace(/.{8}$/, newIdempotencyKey().slice(0, 8)) }).catch((error) => error);
  const isTyped = refused instanceof ErrandError && refused.status === 404;
  console.log([items[0].status, rows.length > 0, isTyped].join(' '));
`;
export const firstOrderResult = 'delivered true true';
