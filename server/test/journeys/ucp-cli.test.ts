import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSystem, type TestSystem } from '../harness/system.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const node = join(root, 'node_modules/.bin/node');
const cli = join(root, 'node_modules/@shopify/ucp-cli/dist/bin.js');

let system: TestSystem;
let key: string;
let home: string;
beforeAll(async () => {
  system = await startSystem({ withWorker: true });
  key = await system.mint();
  home = await mkdtemp(join(tmpdir(), 'errand-ucp-cli-'));
});
afterAll(async () => {
  await system.stop();
  await rm(home, { recursive: true, force: true });
});

/** The command line of the protocol's own people, as an agent would run it. It speaks plain HTTP to loopback alone. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape.
function ucp(...args: string[]): Promise<any> {
  const more = ['--business', system.url, '--header', `Authorization: Bearer ${key}`, '--format', 'json'];
  const env = { ...process.env, HOME: home, UCP_HOME: home, UCP_TEST_ALLOW_INSECURE_LOCALHOST: 'true' };
  return new Promise((resolve, reject) => {
    execFile(node, [cli, ...args, ...more], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`${args.join(' ')}: ${error?.message ?? ''} ${stdout} ${stderr}`));
      }
    });
  });
}

describe('the command line of the protocol, with a key of the sandbox', { timeout: 180_000 }, () => {
  it('finds a product, opens a checkout, completes it, and reads the order', async () => {
    const found = await ucp('catalog', 'search', '--set', '/query=headphones');
    const [product] = found.result.products;
    const input = {
      line_items: [{ item: { id: product.variants[0].id }, quantity: 2 }],
      fulfillment: {
        methods: [
          {
            type: 'shipping',
            destinations: [
              {
                first_name: 'Jane',
                last_name: 'Doe',
                street_address: '100 Congress Avenue',
                address_locality: 'Austin',
                address_region: 'TX',
                postal_code: '78701',
                address_country: 'US',
                phone_number: '+15125550100',
              },
            ],
          },
        ],
      },
    };
    const opened = await ucp('checkout', 'create', '--input', JSON.stringify(input));
    expect(opened.result, JSON.stringify(opened)).toMatchObject({ status: 'ready_for_complete' });
    const payment = { payment: { instruments: [{ handler_id: 'wallet', type: 'wallet', selected: true }] } };
    const done = await ucp('checkout', 'complete', opened.result.id, '--input', JSON.stringify(payment));
    expect(done.result, JSON.stringify(done)).toMatchObject({ order: { id: expect.any(String) } });
    // It waits for the store only so long; a busy machine may take longer.
    const session = async () => (await system.get(`/ucp/checkout-sessions/${opened.result.id}`, key)).body;
    await expect.poll(session, { timeout: 30_000 }).toMatchObject({ status: 'completed' });
    const order = await ucp('order', 'get', done.result.order.id);
    expect(order.result).toMatchObject({ id: done.result.order.id, line_items: [{ quantity: { original: 2 } }] });
    const { body } = await system.get(`/orders/${done.result.order.id}`, key);
    expect(body).toMatchObject({ status: 'order_placed', items: [{ quantity: 2, url: product.id }] });
    expect((await system.get('/orders', key)).body.total).toBe(1);
  });
});
