import { notFound } from '../../../kit/failure.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import {
  type App,
  asAttachment,
  fileAnswer,
  pageOf,
  sendInPieces,
  streamInPieces,
  withExample,
} from '../../../platform/http/index.ts';
import {
  type Caller,
  createRouter,
  type Guard,
  onceOf,
  type Router,
  sendAnswer,
  testClockOf,
} from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import { applyPolicies } from './decide-rows.ts';
import { digestOf, type PlaceNeeds, placeBatch } from './place-batch.ts';
import { batchText, validationText } from './present.ts';
import { batchListText, resultsFile, rowsOf, templateFile } from './results-file.ts';
import {
  Batch,
  BatchList,
  BatchListQuery,
  exampleBatch,
  exampleRow,
  exampleValidation,
  placeBody,
  Validation,
  validateBody,
} from './schema.ts';
import { type BatchRow, findOwnBatch, listBatches } from './sql.ts';
import { validateBatch } from './validate-batch.ts';

export interface BulkRouteNeeds extends PlaceNeeds {
  guard: Guard;
  usage: UsageRecorder;
  maxRows: number;
  publicUrl: string;
}

const bodyLimit = 16 * 1024 * 1024;
/** More than any template has. */
const cellsMax = 60;

/** Checking this many rows takes as long as a request. */
const rowsPerRequest = 200;
const requestsOf = (rows: readonly unknown[]): number => Math.ceil(rows.length / rowsPerRequest);

export function bulkRoutes(app: App, needs: BulkRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Bulk');
  writeRoutes(router, needs);
  readRoutes(router, needs);
  fileRoutes(router, needs);
}

function writeRoutes(router: Router, needs: BulkRouteNeeds): void {
  const example = { filename: 'orders.csv', rows: [exampleRow], notify_on_complete: false };

  router.post('/orders/bulk/validate', {
    auth: 'key',
    operationId: 'validateBulkOrder',
    summary: 'Validate a batch',
    description:
      'A dry run: checks every row as POST /orders would and lists what to fix. Nothing is ordered. Place the batch only if `invalid_rows` is 0 and `sufficient_funds` is true.',
    bodyLimit,
    config: { jsonValuesMost: cellsMax * needs.maxRows },
    body: withExample(validateBody(needs.maxRows), example),
    response: { 200: withExample(Validation, exampleValidation) },
    errors: ['clock_advancing'],
    async handler({ caller, body, pacing }, reply) {
      const { filename = null, rows } = body;
      await pacing?.countAs(requestsOf(rows));
      const testClock = await testClockOf(needs.db, caller, body.test_clock);
      const judged = await runOnTestClock(testClock, async () => {
        const checked = await validateBatch(needs, caller, { filename, rows });
        return applyPolicies(needs.db, caller, checked, needs.clock.now());
      });
      // A few rows can be as long as many.
      return sendInPieces(reply, validationText(judged));
    },
  });

  router.post('/orders/bulk', {
    auth: 'key',
    operationId: 'placeBulkOrder',
    summary: 'Place a batch',
    description:
      'All or nothing: the funds for every row are held at once, then the orders are created in the background. The response has the first 100 rows. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never places it twice.',
    bodyLimit,
    config: { jsonValuesMost: cellsMax * needs.maxRows },
    isIdempotent: true,
    body: withExample(placeBody(needs.maxRows), example),
    response: { 201: withExample(Batch, exampleBatch) },
    errors: ['spend_limit_exceeded', 'batch_not_placeable', 'clock_advancing'],
    async handler(request, reply) {
      const { caller, body } = request;
      const { rows, ...rest } = body;
      await request.pacing?.countAs(requestsOf(rows));
      const rowsDigest = await digestOf(rows);
      const once = onceOf(request, { ...rest, rows: rowsDigest });
      const upload = { filename: rest.filename ?? null, rows, rowsDigest, notifyOnComplete: rest.notify_on_complete };
      const testClock = await testClockOf(needs.db, caller, rest.test_clock);
      const answer = await runOnTestClock(testClock, () => placeBatch(needs, caller, upload, once));
      if (!answer.isReplay) needs.usage.record({ ...caller, endpoint: 'orders.bulk', resultCount: rows.length });
      return sendAnswer(reply, answer);
    },
  });
}

function readRoutes(router: Router, needs: BulkRouteNeeds): void {
  router.get('/orders/bulk', {
    auth: 'key',
    operationId: 'listBulkOrders',
    summary: 'List your batches',
    description: 'Newest first, each with its first 100 rows.',
    query: BatchListQuery,
    response: { 200: withExample(BatchList, { batches: [exampleBatch], ...pageOf(1, { limit: 50, offset: 0 }) }) },
    async handler({ caller, query }, reply) {
      const { rows: batches, total } = await listBatches(needs.db, caller, query);
      return sendInPieces(reply, batchListText(needs.db, batches, pageOf(total, query)));
    },
  });

  router.get('/orders/bulk/:batch_id', {
    auth: 'key',
    operationId: 'getBulkOrder',
    summary: 'Get a batch',
    description: 'Returns the batch with every row and the status of its order.',
    response: { 200: withExample(Batch, exampleBatch) },
    async handler({ caller, params }, reply) {
      const batch = await readOwnBatch(needs.db, caller, params.batch_id);
      return sendInPieces(reply, batchText(batch, rowsOf(needs.db, batch)));
    },
  });
}

function fileRoutes(router: Router, needs: BulkRouteNeeds): void {
  router.get('/orders/bulk/:batch_id/results.csv', {
    auth: 'key',
    operationId: 'getBulkOrderResults',
    summary: 'Download batch results',
    description:
      'Your columns in their original order, then `order_id`, `status` and `error`. Safe to open in a spreadsheet.',
    response: { 200: fileAnswer('The results as CSV.', 'text/csv') },
    async handler({ caller, params }, reply) {
      const batch = await readOwnBatch(needs.db, caller, params.batch_id);
      return streamInPieces(asAttachment(reply, 'text/csv', `results-${batch.id}.csv`), resultsFile(needs.db, batch));
    },
  });

  router.get('/orders/bulk/template.csv', {
    auth: 'key',
    operationId: 'getBulkOrderTemplate',
    summary: 'Download the CSV template',
    description: 'With a test key, it has a row that you can place as it is. With a live key, it has only the header.',
    response: { 200: fileAnswer('The template as CSV.', 'text/csv') },
    handler: async ({ caller }, reply) =>
      asAttachment(reply, 'text/csv', 'template.csv').send(templateFile(needs.publicUrl, caller.world)),
  });
}

/** Answers 404 for batches of another account or world, as for unknown ones. */
export async function readOwnBatch(db: Db, caller: Caller, id: string): Promise<BatchRow> {
  const batch = await findOwnBatch(db, caller, id);
  if (!batch) throw notFound();
  return batch;
}
