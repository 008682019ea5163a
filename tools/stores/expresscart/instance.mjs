// expressCart on loopback. Plain JavaScript, run from a copy beside the packages that it needs:
// `node instance.mjs seed` configures it to be paid in store, in dollars, and replaces its CDN with the same files from
// npm; `node instance.mjs serve` runs it with its own test data in memory and prints "ready <port>". EXPRESSCART_API_KEY
// is its owner's key for the admin API. Its process group ends it.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, Server } from 'node:net';
import { basename, join } from 'node:path';

const packages = join(import.meta.dirname, 'node_modules');
const shop = join(packages, 'express-cart');
const database = 'mongodb://127.0.0.1:27017/expresscart';

const settings = {
  currencySymbol: '$',
  paymentGateway: 'instore',
  databaseConnectionString: database,
  // Nobody listens there: the shop logs that its mail was not sent.
  emailHost: '127.0.0.1',
  emailPort: 1,
};

const cdnFiles = [
  'bootstrap/dist/css/bootstrap.min.css',
  'bootstrap/dist/js/bootstrap.min.js',
  'bootstrap-validator/dist/validator.min.js',
  'feather-icons/dist/feather.min.js',
  'jquery/dist/jquery.min.js',
  'numeral/min/numeral.min.js',
  'popper.js/dist/umd/popper.min.js',
  'tether/dist/js/tether.min.js',
];

function seed() {
  writeFileSync(join(shop, 'config', 'settings-local.json'), JSON.stringify(settings, null, 2));
  const folder = join(shop, 'public', 'cdn');
  mkdirSync(folder, { recursive: true });
  for (const file of cdnFiles) cpSync(join(packages, file), join(folder, basename(file)));
  const layout = join(shop, 'views', 'layouts', 'layout.hbs');
  const names = new Set(cdnFiles.map((file) => basename(file)));
  const html = readFileSync(layout, 'utf8').replace(
    /<(?:link|script)[^>]*(?:href|src)="https:\/\/[^"]*?([^/"]+)"[^>]*>(?:<\/script>)?/g,
    (_tag, file) => {
      if (!names.has(file)) return '';
      return file.endsWith('.css')
        ? `<link rel="stylesheet" href="/cdn/${file}">`
        : `<script src="/cdn/${file}"></script>`;
    },
  );
  writeFileSync(layout, html);
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
  const port = await freePort();
  process.env.PORT = String(port);
  process.env.NODE_ENV = 'production';
  process.chdir(shop);
  // The shop listens everywhere unless it is told otherwise.
  const { listen } = Server.prototype;
  Server.prototype.listen = function (given, ...more) {
    return listen.call(this, given, '127.0.0.1', ...more);
  };
  // Who started it is gone.
  process.stdin.once('end', () => process.exit(0)).resume();
  const load = createRequire(join(shop, 'app.js'));
  // The database in memory loses the dates of sessions.
  const { MemoryStore } = load('express-session');
  load.cache[load.resolve('connect-mongodb-session')] = { exports: () => MemoryStore };
  const mongodb = load('mongodb');
  mongodb.max_delay = 0;
  const client = await mongodb.MongoClient.connect(database, {});
  const { users, customers, products, menu } = load('./bin/testdata.json');
  const [owner] = users;
  const db = client.db('expresscart');
  await db.collection('users').insertOne({ ...owner, apiKey: mongodb.ObjectID(process.env.EXPRESSCART_API_KEY) });
  await db.collection('customers').insertMany(customers);
  await db.collection('products').insertMany(products.map((one) => ({ ...one, productAddedDate: new Date() })));
  await db.collection('menu').insertOne(menu);
  load('./app.js');
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/checkout/cart`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(`ready ${port}`);
}

if (process.argv[2] === 'seed') seed();
else await serve();
