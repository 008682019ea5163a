import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../test/harness/free-port.ts';
import { createDial } from './dial.ts';

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.on('error', () => {}).end('hello');
});
let port = 0;
beforeEach(async () => {
  connections = 0;
  port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

it('reaches nothing internal, by IP address or name, and connects to nothing', async () => {
  const dial = createDial({ allowPrivate: false, resolve: async () => ['93.184.215.14', '127.0.0.1'] });
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'rebinding.example']) {
    await expect(dial(host, port)).rejects.toThrow('is not on the public internet');
  }
  expect(connections).toBe(0);
});

it('reaches internal addresses if the operator allows it', async () => {
  const socket = await createDial({ allowPrivate: true })('127.0.0.1', port);
  socket.destroy();
  await expect.poll(() => connections).toBe(1);
});
