// Runs Vendure with demo data on loopback and the service with that shop as a live store, with an account with $200 and
// a live key limited to $150 a day. Everything runs on this machine and no money is paid: the shop takes cash on
// delivery.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../server/test/harness/free-port.ts';
import { ensureInstalled } from './stores/install.ts';
import { startVendure } from './stores/vendure.ts';
import { registerCustomer } from './stores/vendure-admin.ts';

const root = join(import.meta.dirname, '..');
const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'));
const port = process.env.PORT ?? '8080';
const service = `http://127.0.0.1:${port}`;
const customer = { email: 'buyer@example.com', password: 'Long-enough-1' };

const shop = await startVendure(await ensureInstalled('vendure', console.log), await freePort());
await registerCustomer(shop.url, customer.email, customer.password);
mkdirSync(dataDir, { recursive: true });
const file = join(dataDir, 'demo-store.json');
const today = new Date().toISOString().slice(0, 10);
const store = {
  name: 'demo-store',
  kind: 'vendure',
  url: shop.url,
  currency: 'USD',
  payment: 'cash-on-delivery',
  contact: customer.email,
  credentials: customer,
  accounts: 'own',
  track_every: '10s',
  consent: { by: 'npm run demo-store', on: today },
};
writeFileSync(file, `${JSON.stringify({ stores: [store] }, null, 2)}\n`, { mode: 0o600 });

const env = { ...process.env, PORT: port, DATA_DIR: dataDir, STORES_FILE: file, STORES_ALLOW_PRIVATE: 'true' };
const server = spawn(process.execPath, [join(root, 'server', 'src', 'main', 'server.ts')], {
  cwd: root,
  env: { ...env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  stdio: 'inherit',
});
let isEnding = false;
async function end(code: number): Promise<never> {
  isEnding = true;
  server.kill('SIGTERM');
  await shop.stop();
  process.exit(code);
}
// Stop both, whatever ends this command.
process.once('uncaughtException', (error) => {
  console.error(error.message);
  end(1);
});
process.once('SIGINT', () => end(0));
process.once('SIGTERM', () => end(0));
once(server, 'exit').then(() => isEnding || end(1));

await waitFor(`${service}/health`, server);
const admin = (...args: string[]): string => {
  const run = spawnSync(process.execPath, [join(root, 'server', 'src', 'main', 'admin.ts'), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.trim();
};
const you = ['--email', 'you@example.com', '--world', 'live'];
const key = admin('keys', 'create', ...you, '--label', 'demo-store', '--per-day', '15000');
// A fixed id: restarting the demo adds no more funds.
const credit = '5a6e2c4e-0d3f-4c56-9a53-2f7f2c0d3a01';
admin('wallet', 'credit', ...you, '--cents', '20000', '--note', 'demonstration', '--id', credit);
console.log(`
Store:      ${shop.url}/shop-api
Its admin:  ${shop.url}/admin-api   (user name superadmin, password superadmin)
Errand:     ${service}   (the store is the retailer "demo-store")

Buy a keyboard. The response has the order's ID for GET /orders/{id}:

  KEY=${key}

  curl -s ${service}/orders -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
    "products": [{"url": "${shop.url}/products/clacky-keyboard", "quantity": 1}],
    "shipping_address": {"first_name": "Jane", "last_name": "Doe", "address_line1": "1 Market St",
      "city": "San Francisco", "state": "CA", "postal_code": "94105", "country": "US", "phone_number": "+14155550123"},
    "max_price": 12000}'

Next steps: docs/going-live.md. Press Ctrl-C to stop the store and Errand.`);

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await pause(200);
  }
}
