import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestSystem } from '../server/test/harness/system.ts';
import { startCommand } from './command-harness.ts';

let system: TestSystem;
let errand: Awaited<ReturnType<typeof startCommand>>['errand'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ system, errand, stop } = await startCommand());
});
afterAll(() => stop());

it('errand clocks create, advance, list and delete; orders create follows one, and misbehaves', async () => {
  const key = await system.mint();
  const json = async (...args: string[]) => {
    const said = await errand(key, [...args, '--json']);
    expect([said.code, said.err], said.out).toEqual([0, expect.any(String)]);
    return JSON.parse(said.out);
  };
  const clock = await json('clocks', 'create', 'holidays', '--at', '2026-12-01T00:00:00Z');
  expect(clock).toMatchObject({ name: 'holidays', now: '2026-12-01T00:00:00.000Z' });
  const order = await json('orders', 'create', '--example', '--clock', clock.id, '--fault', 'lost_parcel');
  expect(order.test_clock).toBe(clock.id);
  const advanced = await json('clocks', 'advance', clock.id, '2d');
  expect(advanced).toMatchObject({ now: '2026-12-03T00:00:00.000Z', status: 'ready' });
  expect((await json('orders', 'get', order.id)).tracking_numbers[0].status).toBe('undeliverable');
  expect((await errand(key, ['clocks', 'list'])).out).toContain('holidays');
  expect((await errand(key, ['clocks', 'advance', clock.id, 'soon'])).code).toBe(2);
  expect((await errand(key, ['clocks', 'delete', clock.id])).out).toBe('Deleted.\n');
  expect((await json('clocks', 'list')).clocks).toEqual([]);
});
