// A Medusa shop on loopback. Plain JavaScript, run from a copy beside the packages that it needs:
// `node instance.mjs seed` writes its configuration; `node instance.mjs serve` runs the shop on the empty database
// DATABASE_URL, with an owner (owner@example.com, supersecret), and says "ready <port>". Its process group ends it.
// A plug-in of others lets it be bought from by UCP too, paid in cash.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const home = import.meta.dirname;
const medusa = join(home, 'node_modules', '.bin', 'medusa');

const config = `const { defineConfig } = require('@medusajs/framework/utils');
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: 'http://127.0.0.1', adminCors: 'http://127.0.0.1', authCors: 'http://127.0.0.1',
      jwtSecret: 'only-on-loopback', cookieSecret: 'only-on-loopback',
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@financedistrict/medusa-plugin-agentic-commerce', options: {} }],
  modules: [
    { key: 'cashHandler', resolve: './cash' },
    {
      key: 'agenticCommerce',
      resolve: '@financedistrict/medusa-plugin-agentic-commerce/modules/agentic-commerce',
      options: {
        api_key: 'only-on-loopback', store_name: 'Shop', payment_provider_id: 'pp_system_default',
        payment_handler_adapters: ['cashHandler'],
      },
    },
  ],
});
`;

const cash = `const { Module } = require('@medusajs/framework/utils');
const handlers = { 'com.example.cash': [{ id: 'cash', version: '2026-04-08', available_instruments: [{ type: 'cash' }] }] };
class Cash {
  id = 'cash';
  name = 'Cash';
  async getUcpDiscoveryHandlers() { return handlers; }
  async getAcpDiscoveryHandlers() { return []; }
  async prepareCheckoutPayment() { return null; }
  getUcpCheckoutHandlers() { return handlers; }
  getAcpCheckoutHandlers() { return []; }
}
module.exports = { default: Module('cashHandler', { service: Cash }) };
`;

function seed() {
  writeFileSync(join(home, 'medusa-config.js'), config);
  mkdirSync(join(home, 'src', 'cash'), { recursive: true });
  writeFileSync(join(home, 'src', 'cash', 'index.js'), cash);
}

const env = {
  ...process.env,
  MEDUSA_DISABLE_TELEMETRY: 'true',
  AUTH_MFA_ENCRYPTION_KEY: 'only-on-loopback',
  NODE_ENV: 'production',
  NO_COLOR: '1',
};

function run(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [medusa, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said = (said + chunk).slice(-3000)));
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`medusa ${args[0]} ended with ${code}: ${said}`)),
    );
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function serve() {
  await run('db:migrate', '--execute-safe-links');
  // On a second start the owner is there already.
  await run('user', '-e', 'owner@example.com', '-p', 'supersecret').catch((error) => {
    if (!/exist/i.test(error.message)) throw error;
  });
  const port = Number(process.env.MEDUSA_PORT) || (await freePort());
  const args = ['start', '-H', '127.0.0.1', '-p', String(port)];
  const shop = spawn(process.execPath, [medusa, ...args], { cwd: home, env, stdio: ['ignore', 'inherit', 'inherit'] });
  shop.once('exit', (code) => process.exit(code ?? 1));
  const end = () => shop.kill('SIGTERM');
  process.once('SIGTERM', end);
  // Who started it is gone.
  process.stdin.once('end', end).resume();
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  console.log(`ready ${port}`);
}

if (process.argv[2] === 'seed') seed();
else await serve();
