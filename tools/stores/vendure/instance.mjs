// A Vendure shop with its own demo data on loopback. Plain JavaScript, run from a copy beside the packages that it needs:
// `node instance.mjs seed <file>` writes a seeded database; `node instance.mjs serve <file>` runs the shop on it, says
// "ready <port>" and, when it is asked to stop (SIGTERM), writes the database back to the file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Nothing about this machine is reported to anybody.
process.env.VENDURE_DISABLE_TELEMETRY = 'true';

const [, , task, file] = process.argv;
const load = createRequire(import.meta.url);
const {
  bootstrap,
  ConfigService,
  DefaultLogger,
  DefaultSearchPlugin,
  Importer,
  JobQueueService,
  LanguageCode,
  LogLevel,
  PaymentMethodHandler,
  RequestContextService,
  SearchService,
  TransactionalConnection,
} = load('@vendure/core');

/** The customer pays the courier: the shop takes the order without asking anybody. */
const cashOnDelivery = new PaymentMethodHandler({
  code: 'cash-on-delivery',
  description: [{ languageCode: LanguageCode.en, value: 'Cash on delivery' }],
  args: {},
  createPayment: (_context, _order, amount) => ({ amount, state: 'Authorized', transactionId: 'cash', metadata: {} }),
  settlePayment: () => ({ success: true }),
});

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.VENDURE_PORT ?? 0),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    requireVerification: false,
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    cookieOptions: { secret: 'only-on-loopback' },
  },
  dbConnectionOptions: { type: 'sqljs', synchronize: true, location: file, autoSave: false, logging: false },
  paymentOptions: { paymentMethodHandlers: [cashOnDelivery] },
  // A field that the buyer may fill, as shops have them for purchase order numbers.
  customFields: { Order: [{ name: 'reference', type: 'string', public: true, nullable: true }] },
  plugins: [DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true })],
  logger: new DefaultLogger({ level: LogLevel.Error }),
};

const save = (app) => app.get(TransactionalConnection).rawConnection.driver.save(file);

/** The head line and the cells of the demo file are padded with blanks, and its pictures need a picture server. */
function demoProducts() {
  const { parse } = load('csv-parse/sync');
  const text = readFileSync(load.resolve('@vendure/create/assets/products.csv'), 'utf8');
  const [head, ...rows] = parse(text, { trim: true });
  const pictures = new Set([head.indexOf('assets'), head.indexOf('variantAssets')]);
  const cell = (value, column, isHead) => `"${(pictures.has(column) && !isHead ? '' : value).replaceAll('"', '""')}"`;
  return [head, ...rows]
    .map((row, line) => row.map((value, column) => cell(value, column, line === 0)).join(','))
    .join('\n');
}

async function seed() {
  const { populateInitialData, populateCollections } = load('@vendure/core/cli');
  const { lastValueFrom } = load('rxjs');
  const data = JSON.parse(readFileSync(load.resolve('@vendure/create/assets/initial-data.json'), 'utf8'));
  const handler = { code: 'cash-on-delivery', arguments: [] };
  const paymentMethods = [{ name: 'Cash on delivery', handler }];
  const initialData = { ...data, paymentMethods };
  const app = await bootstrap(config);
  await app.get(JobQueueService).start();
  await populateInitialData(app, initialData);
  const context = await app.get(RequestContextService).create({ apiType: 'admin', languageCode: LanguageCode.en });
  const result = await lastValueFrom(app.get(Importer).parseAndImport(demoProducts(), context, false));
  if (result.errors?.length) throw new Error(result.errors.join('\n'));
  await populateCollections(app, initialData);
  const job = await app.get(SearchService).reindex(context);
  await idle(app, job.id);
  await save(app);
  await app.close();
}

/** Waits until the search index stands. */
async function idle(app, jobId) {
  const strategy = app.get(ConfigService).jobQueueOptions.jobQueueStrategy;
  for (;;) {
    const job = await strategy.findOne(jobId);
    if (job?.isSettled) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function serve() {
  const app = await bootstrap(config);
  await app.get(JobQueueService).start();
  const { port } = app.getHttpServer().address();
  console.log(`ready ${port}`);
  const end = async () => {
    await save(app);
    process.exit(0);
  };
  process.once('SIGTERM', end);
  // Who started it is gone.
  process.stdin.once('end', end).resume();
}

await (task === 'seed' ? seed() : serve());
if (task === 'seed') process.exit(0);
