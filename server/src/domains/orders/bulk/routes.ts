import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type App, fileAnswer, pageOf, sendInPieces, withExample } from '../../../platform/http/index.ts';
import { errors, everyBody, everyKeyedBody, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard, onceFrom, sendAnswer } from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import { withPolicies } from './decide-rows.ts';
import { digestOf, type PlaceNeeds, placeBatch } from './place-batch.ts';
import { batchText, presentValidation, rowsInList, validationText } from './present.ts';
import { readOwnBatch } from './read-batch.ts';
import { batchListText, resultsFile, rowsOf, templateFile } from './results-file.ts';
import {
  Batch,
  BatchList,
  BatchListQuery,
  BatchPath,
  exampleBatch,
  exampleRow,
  exampleValidation,
  placeBody,
  Validation,
  validateBody,
} from './schema.ts';
import { listBatches } from './sql.ts';
import { validateBatch } from './validate-batch.ts';

export interface BulkRouteNeeds extends PlaceNeeds {
  guard: Guard;
  usage: UsageRecorder;
  maxRows: number;
  publicUrl: string;
}

const bodyLimit = 16 * 1024 * 1024;
/** Columns of a row, more than any template of ours has. */
const cellsMost = 60;

const shared = { tags: ['Bulk'], security: [{ bearer: [] }] };

const csvFile = (description: string) => fileAnswer(description, 'text/csv');

export function bulkRoutes(app: App, needs: BulkRouteNeeds): void {
  writeRoutes(app, needs);
  readRoutes(app, needs);
  fileRoutes(app, needs);
}

function writeRoutes(app: App, needs: BulkRouteNeeds): void {
  const example = { filename: 'orders.csv', rows: [exampleRow], notify_on_complete: false };

  app.post(
    '/orders/bulk/validate',
    {
      onRequest: needs.guard.key,
      bodyLimit,
      config: { jsonValuesMost: cellsMost * needs.maxRows },
      schema: {
        ...shared,
        operationId: 'validateBulkOrder',
        summary: 'Check a batch without ordering anything',
        description:
          'Every row is checked by the rules of POST /orders, and everything that is wrong with it is told in plain words. ' +
          'Place the batch only when invalid_rows is 0 and sufficient_funds is true.',
        body: withExample(validateBody(needs.maxRows), example),
        response: {
          200: withExample(Validation, exampleValidation),
          422: validationError,
          ...errors(...everyRoute, ...everyBody),
        },
      },
    },
    async (request, reply) => {
      const { filename = null, rows } = request.body;
      const caller = callerOf(request);
      const checked = await validateBatch(needs, caller, { filename, rows });
      const judged = await withPolicies(needs.db, caller, checked, needs.clock.now());
      if (rows.length <= rowsInList) return presentValidation(judged);
      return sendInPieces(reply, validationText(judged));
    },
  );

  app.post(
    '/orders/bulk',
    {
      onRequest: needs.guard.key,
      bodyLimit,
      config: { jsonValuesMost: cellsMost * needs.maxRows },
      schema: {
        ...shared,
        operationId: 'placeBulkOrder',
        summary: 'Order a whole batch',
        description:
          'All or nothing: the money of every row is held at once, and the orders are made in the background. ' +
          'The answer carries the first 100 rows; the batch itself has them all. ' +
          'Send an Idempotency-Key header (or idempotency_key) to make a retry safe.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        body: withExample(placeBody(needs.maxRows), example),
        response: {
          201: withExample(Batch, exampleBatch),
          422: validationError,
          ...errors(...everyRoute, 'spend_limit_exceeded', 'batch_not_placeable', ...everyKeyedBody),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { rows, ...rest } = request.body;
      const rowsDigest = await digestOf(rows);
      const once = onceFrom({
        caller,
        operation: 'POST /orders/bulk',
        header: request.headers['idempotency-key'],
        body: { ...rest, rows: rowsDigest },
      });
      const upload = { filename: rest.filename ?? null, rows, rowsDigest, notifyOnComplete: rest.notify_on_complete };
      const answer = await placeBatch(needs, caller, upload, once);
      if (!answer.isReplay) needs.usage.record({ ...caller, endpoint: 'orders.bulk', resultCount: rows.length });
      return sendAnswer(reply, answer);
    },
  );
}

function readRoutes(app: App, needs: BulkRouteNeeds): void {
  app.get(
    '/orders/bulk',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listBulkOrders',
        summary: 'Your batches, newest first',
        querystring: BatchListQuery,
        response: {
          200: withExample(BatchList, { batches: [exampleBatch], ...pageOf(1, { limit: 50, offset: 0 }) }),
          422: validationError,
          ...errors(...everyRoute),
        },
      },
    },
    async (request, reply) => {
      const { rows: batches, total } = await listBatches(needs.db, callerOf(request), request.query);
      return sendInPieces(reply, batchListText(needs.db, batches, pageOf(total, request.query)));
    },
  );

  app.get(
    '/orders/bulk/:batch_id',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getBulkOrder',
        summary: 'One batch with every row, as it stands now',
        params: BatchPath,
        response: {
          200: withExample(Batch, exampleBatch),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const batch = await readOwnBatch(needs.db, callerOf(request), request.params.batch_id);
      return sendInPieces(reply, batchText(batch, rowsOf(needs.db, batch)));
    },
  );
}

function fileRoutes(app: App, needs: BulkRouteNeeds): void {
  app.get(
    '/orders/bulk/:batch_id/results.csv',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getBulkOrderResults',
        summary: 'Your file with what became of each row',
        description:
          'The original columns in their order, then order_id, status and error. Safe to open in a spreadsheet.',
        params: BatchPath,
        response: {
          200: csvFile('The results as CSV.'),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const batch = await readOwnBatch(needs.db, callerOf(request), request.params.batch_id);
      return asFile(reply, `results-${batch.id}.csv`).send(Readable.from(resultsFile(needs.db, batch)));
    },
  );

  app.get(
    '/orders/bulk/template.csv',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getBulkOrderTemplate',
        summary: 'A file to start from',
        description: 'With a test key it has a row that can be placed as it is; with a live one the header alone.',
        response: { 200: csvFile('The template as CSV.'), ...errors(...everyRoute) },
      },
    },
    async (request, reply) =>
      asFile(reply, 'template.csv').send(templateFile(needs.publicUrl, callerOf(request).world)),
  );
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
}
