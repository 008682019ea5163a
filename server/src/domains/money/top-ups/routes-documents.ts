import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, asAttachment, fileAnswer } from '../../../platform/http/index.ts';
import { type Caller, createRouter, findAccountEmails, type Guard, type Router } from '../../access/accounts/index.ts';
import { listCurrencyMonths, listMonths } from '../wallet/index.ts';
import { type DocumentHolder, receiptCsv, receiptPdf, statementCsv, statementPdf } from './documents.ts';
import { CurrencyQuery, MonthPath, Months, TopUpPath } from './schema.ts';
import { findTopUpOf, type TopUpRow } from './sql.ts';
import { createStatement } from './statement.ts';

export interface DocumentNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  publicUrl: string;
}

const types = { pdf: 'application/pdf', csv: 'text/csv' } as const;
const formats = ['pdf', 'csv'] as const;

export function documentRoutes(app: App, needs: DocumentNeeds): void {
  const router = createRouter(app, needs.guard, 'Wallet');
  receiptRoutes(router, needs);
  statementRoutes(router, needs);
}

async function holderOf({ database, publicUrl }: DocumentNeeds, { accountId, world }: Caller): Promise<DocumentHolder> {
  const emails = await findAccountEmails(database.db, [accountId]);
  return { service: new URL(publicUrl).host, email: emails.get(accountId) ?? null, world };
}

function sendFile(reply: FastifyReply, format: 'pdf' | 'csv', name: string, file: Uint8Array | string): FastifyReply {
  return asAttachment(reply, types[format], `${name}.${format}`)
    .serializer((body: string) => body)
    .send(typeof file === 'string' ? file : Buffer.from(file));
}

function receiptRoutes(router: Router, needs: DocumentNeeds): void {
  for (const format of formats) {
    router.get(`/wallet/top-ups/:top_up_id/receipt.${format}`, {
      auth: 'key',
      operationId: format === 'pdf' ? 'getTopUpReceipt' : 'getTopUpReceiptCsv',
      summary: `Download a receipt as ${format.toUpperCase()}`,
      description: 'For a paid top-up. Returns 404 until it is paid.',
      params: TopUpPath,
      response: { 200: fileAnswer('The receipt.', types[format], true) },
      async handler({ caller, params }, reply) {
        const { top_up_id: id } = params;
        const row: TopUpRow | null = await findTopUpOf(needs.database.db, caller, id);
        if (!row?.paid_at) throw notFound();
        const holder = await holderOf(needs, caller);
        const file = format === 'pdf' ? await receiptPdf(row, holder) : receiptCsv(row, holder);
        return sendFile(reply, format, `receipt-${row.id}`, file);
      },
    });
  }
}

function statementRoutes(router: Router, needs: DocumentNeeds): void {
  const { db } = needs.database;
  router.get('/wallet/statements', {
    auth: 'key',
    operationId: 'listStatements',
    summary: 'List monthly statements',
    description:
      'Months in which your balance changed, newest first, with links to PDF and CSV. Each wallet has its own.',
    query: CurrencyQuery,
    response: { 200: Months },
    async handler({ caller, query: { currency } }) {
      const isDollars = currency === 'USD';
      const months = isDollars ? await listMonths(db, caller) : await listCurrencyMonths(db, { ...caller, currency });
      const at = (month: string, format: string) =>
        `${needs.publicUrl}/wallet/statements/${month}/statement.${format}${isDollars ? '' : `?currency=${currency}`}`;
      return { statements: months.map((month) => ({ month, pdf_url: at(month, 'pdf'), csv_url: at(month, 'csv') })) };
    },
  });
  for (const format of formats) {
    router.get(`/wallet/statements/:month/statement.${format}`, {
      auth: 'key',
      operationId: format === 'pdf' ? 'getStatement' : 'getStatementCsv',
      summary: `Download a statement as ${format.toUpperCase()}`,
      description: 'Every transaction in a month (UTC), with the opening and closing balance.',
      params: MonthPath,
      query: CurrencyQuery,
      response: { 200: fileAnswer('The statement.', types[format], true) },
      async handler({ caller, params, query: { currency } }, reply) {
        const { month } = params;
        const statement = await createStatement(db, { ...caller, currency }, month);
        const holder = await holderOf(needs, caller);
        const file =
          format === 'pdf' ? await statementPdf(statement, holder, needs.clock.now()) : statementCsv(statement);
        return sendFile(reply, format, `statement-${month}${currency === 'USD' ? '' : `-${currency}`}`, file);
      },
    });
  }
}
