import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Credential, Method, z } from 'mppx';
import { Mppx, stripe as stripeClient } from 'mppx/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payingFetch, sandboxPayer } from '../../../sdk/src/payer.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let stripe: StripeStandIn;
let system: TestSystem;
beforeAll(async () => {
  stripe = await startStripe();
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url };
  system = await startSystem({ withLive: true, env });
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

/** The sandbox method for the mppx client: all that it takes. */
const sandbox = Method.toClient(
  Method.from({
    name: 'sandbox',
    intent: 'charge',
    schema: {
      credential: { payload: z.object({ token: z.string() }) },
      request: z.object({ amount: z.string(), currency: z.string() }),
    },
  }),
  { createCredential: async ({ challenge }) => Credential.serialize({ challenge, payload: { token: 'sandbox_ok' } }) },
);

describe('the mppx client', () => {
  it('pays a search with the sandbox method', async () => {
    const mppx = Mppx.create({ methods: [sandbox], polyfill: false });
    const response = await mppx.fetch(`${system.url}/agent/search?q=usb`, { method: 'POST' });
    expect(response.status).toBe(200);
    expect(response.headers.get('payment-receipt')).not.toBeNull();
    expect(((await response.json()) as { results: unknown[] }).results.length).toBeGreaterThan(0);
  });

  it('pays an order with the stripe method', async () => {
    const charge = stripeClient.charge({ paymentMethod: 'pm_card', createToken: async () => 'spt_from_mppx' });
    const mppx = Mppx.create({ methods: [charge], polyfill: false });
    const response = await mppx.fetch(`${system.url}/agent/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(orderFor(`${system.url}/shop/products/test-success`)),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-api-key')).toMatch(/^svc_order_/);
    expect(stripe.succeeded()).toMatchObject([{ token: 'spt_from_mppx', amount: 5100 }]);
  });
});

describe('mppx validate', () => {
  it('finds no error', async () => {
    const cli = fileURLToPath(new URL('bin.js', import.meta.resolve('mppx')));
    const asked = ['q=usb', 'query=coffee', 'retailer=walmart', 'product_id=1'].flatMap((pair) => ['--query', pair]);
    // Into a file: its report is longer than a pipe holds, and it ends without waiting for a reader.
    const file = join(system.config.dataDir, 'mppx-report.json');
    const output = await open(file, 'w');
    const child = spawn(process.execPath, [cli, 'validate', system.url, '--output-json', ...asked], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', output.fd, 'ignore'],
    });
    await once(child, 'exit');
    await output.close();
    const stdout = await readFile(file, 'utf8');
    const report = JSON.parse(stdout.slice(stdout.indexOf('{')));
    const failing = report.endpoints.filter((each: object) => JSON.stringify(each).includes('"severity":"fail"'));
    expect(failing).toEqual([]);
    expect(report.summary.failed).toBe(0);
    expect(report.endpoints).toHaveLength(7);
    const checks = report.endpoints.flatMap(
      (endpoint: { challenge: { label: string; severity: string }[] }) => endpoint.challenge,
    );
    expect(checks.filter(({ severity }: { severity: string }) => severity === 'warn')).toEqual([]);
  }, 90_000);
});

describe('the payer of the SDK', () => {
  it('pays in five lines', async () => {
    const pay = payingFetch([sandboxPayer]);
    const found = await pay(`${system.url}/agent/search?q=usb`, { method: 'POST' });
    const { results } = (await found.json()) as { results: { url: string; price: number }[] };
    const order = orderFor(results[0]!.url, { max_price: results[0]!.price * 2 + 2000 });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'first' };
    const answer = await pay(`${system.url}/agent/orders`, { method: 'POST', headers, body: JSON.stringify(order) });
    expect(answer.status).toBe(201);
  });

  it('sends a credential again when its answer was lost, and does not pay again', async () => {
    let sent = 0;
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      sent += 1;
      if (sent === 2) throw new TypeError('The answer was lost.');
      return response;
    };
    const pay = payingFetch([sandboxPayer], lossy);
    const answer = await pay(`${system.url}/agent/search?q=usb`, {
      method: 'POST',
      headers: { 'idempotency-key': 'lost' },
    });
    expect([answer.status, answer.headers.get('idempotent-replayed'), sent]).toEqual([200, 'true', 3]);
  });

  it('returns a rejection', async () => {
    const poor = payingFetch([{ method: 'sandbox', pay: () => ({ token: 'sandbox_declined' }) }]);
    expect((await poor(`${system.url}/agent/search?q=usb`, { method: 'POST' })).status).toBe(402);
    const other = payingFetch([{ method: 'gold', pay: () => ({}) }]);
    expect((await other(`${system.url}/agent/search?q=usb`, { method: 'POST' })).status).toBe(402);
  });
});
