import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { fileAnswer } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { type Caller, callerOf, findAccountEmails, type Guard } from '../../access/accounts/index.ts';
import { listMonths } from '../wallet/index.ts';
import { type Holder, receiptCsv, receiptPdf, statementCsv, statementPdf } from './documents.ts';
import { MonthPath, Months, TopUpPath } from './schema.ts';
import { findTopUpOf, type TopUpRow } from './sql.ts';
import { makeStatement } from './statement.ts';

export interface DocumentNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  publicUrl: string;
}

const shared = { tags: ['Wallet'], security: [{ bearer: [] }] };
const types = { pdf: 'application/pdf', csv: 'text/csv' } as const;
const formats = ['pdf', 'csv'] as const;
const binary = { type: 'string', format: 'binary' };

export function documentRoutes(app: App, needs: DocumentNeeds): void {
  receiptRoutes(app, needs);
  statementRoutes(app, needs);
}

async function holderOf({ database, publicUrl }: DocumentNeeds, { accountId, world }: Caller): Promise<Holder> {
  const emails = await findAccountEmails(database.db, [accountId]);
  return { service: new URL(publicUrl).host, email: emails.get(accountId) ?? null, world };
}

function sendFile(reply: FastifyReply, format: 'pdf' | 'csv', name: string, file: Uint8Array | string): FastifyReply {
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : types.pdf)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .serializer((body: string) => body)
    .send(typeof file === 'string' ? file : Buffer.from(file));
}

function receiptRoutes(app: App, needs: DocumentNeeds): void {
  for (const format of formats) {
    app.get(
      `/wallet/top-ups/:top_up_id/receipt.${format}`,
      {
        onRequest: needs.guard.key,
        schema: {
          ...shared,
          operationId: format === 'pdf' ? 'getTopUpReceipt' : 'getTopUpReceiptCsv',
          summary: `The receipt of a top-up that was paid, as ${format.toUpperCase()}`,
          params: TopUpPath,
          response: {
            200: fileAnswer('The receipt.', types[format], binary),
            422: validationError,
            ...errors(...everyRoute, 'not_found'),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { top_up_id: id } = request.params;
        const row: TopUpRow | null = await findTopUpOf(needs.database.db, caller, id);
        if (!row?.paid_at) throw notFound();
        const holder = await holderOf(needs, caller);
        const file = format === 'pdf' ? await receiptPdf(row, holder) : receiptCsv(row, holder);
        return sendFile(reply, format, `receipt-${row.id}`, file);
      },
    );
  }
}

function statementRoutes(app: App, needs: DocumentNeeds): void {
  const { db } = needs.database;
  app.get(
    '/wallet/statements',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listStatements',
        summary: 'The months in which anything moved on your wallet, newest first',
        response: { 200: Months, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const months = await listMonths(db, callerOf(request));
      const at = (month: string, format: string) => `${needs.publicUrl}/wallet/statements/${month}/statement.${format}`;
      return { statements: months.map((month) => ({ month, pdf_url: at(month, 'pdf'), csv_url: at(month, 'csv') })) };
    },
  );
  for (const format of formats) {
    app.get(
      `/wallet/statements/:month/statement.${format}`,
      {
        onRequest: needs.guard.key,
        schema: {
          ...shared,
          operationId: format === 'pdf' ? 'getStatement' : 'getStatementCsv',
          summary: `Every movement of a month between its opening and closing balance, as ${format.toUpperCase()}`,
          params: MonthPath,
          response: {
            200: fileAnswer('The statement.', types[format], binary),
            422: validationError,
            ...errors(...everyRoute),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { month } = request.params;
        const statement = await makeStatement(db, caller, month);
        const holder = await holderOf(needs, caller);
        const file =
          format === 'pdf' ? await statementPdf(statement, holder, needs.clock.now()) : statementCsv(statement);
        return sendFile(reply, format, `statement-${month}`, file);
      },
    );
  }
}
