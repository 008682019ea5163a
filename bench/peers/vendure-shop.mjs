// A Vendure shop with its own demo data on PostgreSQL: `node vendure-shop.mjs <installation> <database URL>` fills the empty
// database, serves the shop and says "ready <port>". Plain JavaScript, since the packages are those of the installation.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

process.env.VENDURE_DISABLE_TELEMETRY = 'true';

const [, , installation, url] = process.argv;
const load = createRequire(join(installation, 'package.json'));
// The installation has no driver for PostgreSQL; ours is the same one that it would load.
const driver = createRequire(import.meta.url)('pg');
const core = load('@vendure/core');
const { bootstrap, Importer, JobQueueService, LanguageCode, PaymentMethodHandler, RequestContextService } = core;

/** The customer pays the courier: the shop takes the order without asking anybody. */
const cashOnDelivery = new PaymentMethodHandler({
  code: 'cash-on-delivery',
  description: [{ languageCode: LanguageCode.en, value: 'Cash on delivery' }],
  args: {},
  createPayment: (_context, _order, amount) => ({ amount, state: 'Authorized', transactionId: 'cash', metadata: {} }),
  settlePayment: () => ({ success: true }),
});

const config = {
  apiOptions: { hostname: '127.0.0.1', port: 0, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    requireVerification: false,
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    cookieOptions: { secret: 'only-on-loopback' },
  },
  dbConnectionOptions: { type: 'postgres', url, driver, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [cashOnDelivery] },
  plugins: [core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true })],
  logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
};

/** Without its pictures, which need a picture server. */
function demoProducts() {
  const { parse } = load('csv-parse/sync');
  const [head, ...rows] = parse(readFileSync(load.resolve('@vendure/create/assets/products.csv'), 'utf8'), {
    trim: true,
  });
  const pictures = new Set([head.indexOf('assets'), head.indexOf('variantAssets')]);
  const cell = (value, column, isHead) => `"${(pictures.has(column) && !isHead ? '' : value).replaceAll('"', '""')}"`;
  return [head, ...rows]
    .map((row, line) => row.map((value, column) => cell(value, column, line === 0)).join(','))
    .join('\n');
}

const { populateInitialData } = load('@vendure/core/cli');
const { lastValueFrom } = load('rxjs');
const data = JSON.parse(readFileSync(load.resolve('@vendure/create/assets/initial-data.json'), 'utf8'));
const paymentMethods = [{ name: 'Cash on delivery', handler: { code: 'cash-on-delivery', arguments: [] } }];
const app = await bootstrap(config);
await app.get(JobQueueService).start();
await populateInitialData(app, { ...data, paymentMethods });
const context = await app.get(RequestContextService).create({ apiType: 'admin', languageCode: LanguageCode.en });
const { errors } = await lastValueFrom(app.get(Importer).parseAndImport(demoProducts(), context, false));
if (errors?.length) throw new Error(errors.join('\n'));
// Enough of everything for a benchmark.
await app.get(core.TransactionalConnection).rawConnection.query('update stock_level set "stockOnHand" = 100000000');
console.log(`ready ${app.getHttpServer().address().port}`);
process.once('SIGTERM', () => process.exit(0));
process.stdin.once('end', () => process.exit(0)).resume();
