// An EverShop on loopback. Plain JavaScript, run from a copy beside the packages that it needs:
// `node instance.mjs seed` writes its configuration and builds its pages (a minute or two); `node instance.mjs serve`
// runs the shop on the empty database EVERSHOP_DATABASE (host, port, user and name as a URL), with an owner
// (owner@example.com, Supersecret-1), and says "ready <port>". Its process group ends it.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const home = import.meta.dirname;
const evershop = join(home, 'node_modules', '@evershop', 'evershop', 'dist', 'bin', 'evershop.js');

const config = {
  shop: { currency: 'USD', language: 'en', weightUnit: 'kg' },
  checkout: { showShippingNote: true },
  pricing: { tax: { rounding: 'round', rounding_level: 'unit', price_including_tax: false } },
};

function envOf(port) {
  const url = new URL(process.env.EVERSHOP_DATABASE ?? 'postgres://nobody@127.0.0.1:1/none');
  return {
    ...process.env,
    DB_HOST: url.hostname,
    DB_PORT: url.port,
    DB_NAME: url.pathname.slice(1),
    DB_USER: url.username,
    DB_PASSWORD: url.password,
    DB_SSLMODE: 'disable',
    PORT: String(port),
    JWT_ADMIN_SECRET: 'only-on-loopback',
    JWT_ADMIN_REFRESH_SECRET: 'only-on-loopback-too',
    JWT_CUSTOMER_SECRET: 'only-on-loopback',
    JWT_CUSTOMER_REFRESH_SECRET: 'only-on-loopback-too',
    NO_COLOR: '1',
  };
}

function run(env, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [evershop, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said = (said + chunk).slice(-3000)));
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`evershop ${args[0]} ended with ${code}: ${said}`)),
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
  const port = Number(process.env.EVERSHOP_PORT) || (await freePort());
  const env = envOf(port);
  const shop = spawn(process.execPath, [evershop, 'start'], {
    cwd: home,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  shop.once('exit', (code) => process.exit(code ?? 1));
  const end = () => process.kill(-process.pid, 'SIGKILL');
  process.once('SIGTERM', end);
  // Who started it is gone.
  process.stdin.once('end', end).resume();
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/cart`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await run(env, 'seed', '--attributes', '--products');
  await run(env, 'user:create', '--email', 'owner@example.com', '--password', 'Supersecret-1', '--name', 'Owner');
  console.log(`ready ${port}`);
}

if (process.argv[2] === 'seed') {
  for (const folder of ['config', 'media', 'public', 'extensions', 'themes', 'translations'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'config', 'default.json'), JSON.stringify(config, null, 2));
  await run(envOf(0), 'build');
} else await serve();
