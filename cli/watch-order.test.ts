import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './run.ts';

const order = (status: string, second: number) => ({
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  status,
  retailer: 'walmart',
  max_price: 5000,
  items: [{ status: status === 'order_placed' ? 'ordered' : 'processing' }],
  job_result: null,
  fulfillment: { concessions: [] },
  waiting_for: null,
  poll_after_ms: 0,
  updated_at: `2026-11-16T09:00:0${second}.000Z`,
});

/** An order that changes three times, and says the same of itself twice. */
const answers = [order('in_progress', 1), order('in_progress', 2), order('order_placed', 3)];
const server = createServer((_request, response) => {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('shows an order again only when there is something new to tell', async () => {
  const lines: string[] = [];
  const env = {
    ERRAND_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ERRAND_API_KEY: 'svc_test_x',
  };
  const io = { env, err: () => {}, lines: async function* () {}, isTerminal: false };
  const code = await run(['orders', 'watch', order('', 0).id], { ...io, out: (line) => lines.push(line) });
  expect(code).toBe(0);
  expect(lines.map((line) => line.split('  ')[1])).toEqual(['in_progress', 'order_placed']);
});
