import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { asAttachment, fileAnswer } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import {
  exportList,
  type ListedCustomer,
  type ListedMove,
  type ListedOrder,
  type ListedReturn,
  readAnyMoves,
  readAnyOrders,
  readAnyReturns,
  readCustomers,
} from './list-subjects.ts';
import { readToday } from './read-today.ts';
import {
  AnyOrderExportQuery,
  AnyOrderList,
  AnyOrderQuery,
  CustomerExportQuery,
  CustomerList,
  CustomerQuery,
  MoveExportQuery,
  MoveList,
  MoveQuery,
  ReturnExportQuery,
  TodayView,
} from './schema-lists.ts';

const pageSize = 50;
const csv = { 200: fileAnswer('One row per entry.', 'text/csv') };
const sendCsv = (reply: FastifyReply, name: string, file: AsyncGenerator<string>) =>
  asAttachment(reply, 'text/csv', `${name}.csv`).send(Readable.from(file));

/** Orders, customers and money of all accounts, as lists with filters and as CSV. */
export function listRoutes(router: Router, { database: { db }, clock }: { database: Database; clock: Clock }): void {
  router.get('/operator/today', {
    auth: 'operator',
    operationId: 'getToday',
    summary: 'List open tasks',
    description:
      'Orders, cases, returns, charges, alerts, jobs, endpoints and recipes that need attention, longest waiting first.',
    response: { 200: TodayView },
    handler: () => readToday({ db, clock }),
  });
  const orders = (query: Static<typeof AnyOrderExportQuery>) => readAnyOrders(db, orderFilterFrom(query));
  router.get('/operator/orders', {
    auth: 'operator',
    operationId: 'listAnyOrders',
    summary: 'List orders from all accounts',
    description: 'Newest first, one mode at a time.',
    query: AnyOrderQuery,
    response: { 200: AnyOrderList },
    async handler({ query: { limit = pageSize, after = null, ...query } }) {
      const { rows, ...page } = await orders(query)(after, limit);
      return { orders: rows, ...page };
    },
  });
  router.get('/operator/orders/export', {
    auth: 'operator',
    operationId: 'exportAnyOrders',
    summary: 'Export orders from all accounts',
    description: 'CSV, newest first. Takes the same filters as the list.',
    query: AnyOrderExportQuery,
    response: csv,
    handler: ({ query }, reply) => sendCsv(reply, 'orders', exportList(orderColumns, orders(query))),
  });
  router.get('/operator/returns/export', {
    auth: 'operator',
    operationId: 'exportAllReturns',
    summary: 'Export returns from all accounts',
    description: 'CSV, newest first.',
    query: ReturnExportQuery,
    response: csv,
    handler: ({ query }, reply) =>
      sendCsv(reply, 'returns', exportList(returnColumns, readAnyReturns(db, query.status))),
  });
  customerListRoutes(router, db);
  moneyListRoutes(router, db);
}

function customerListRoutes(router: Router, db: Database['db']): void {
  const customers = ({ world = 'live', search }: Static<typeof CustomerExportQuery>) =>
    readCustomers(db, { world, search });
  router.get('/operator/customers', {
    auth: 'operator',
    operationId: 'listCustomers',
    summary: 'List customers',
    description: 'Sorted by email address, with the wallet for one mode. Unclaimed sandboxes are left out.',
    query: CustomerQuery,
    response: { 200: CustomerList },
    async handler({ query: { limit = pageSize, after = null, ...query } }) {
      const { rows, ...page } = await customers(query)(after, limit);
      return { customers: rows, ...page };
    },
  });
  router.get('/operator/customers/export', {
    auth: 'operator',
    operationId: 'exportCustomers',
    summary: 'Export customers',
    description: 'CSV, sorted by email address. Takes the same filters as the list.',
    query: CustomerExportQuery,
    response: csv,
    handler: ({ query }, reply) => sendCsv(reply, 'customers', exportList(customerColumns, customers(query))),
  });
}

function moneyListRoutes(router: Router, db: Database['db']): void {
  const moves = ({ world = 'live', currency = 'USD', account_id: id, type }: Static<typeof MoveExportQuery>) =>
    readAnyMoves(db, { world, currency, accountId: id?.toLowerCase(), type });
  router.get('/operator/money', {
    auth: 'operator',
    operationId: 'listMoney',
    summary: 'List money movements from all accounts',
    description: 'Ledger entries in one mode and currency, newest first.',
    query: MoveQuery,
    response: { 200: MoveList },
    async handler({ query: { limit = pageSize, after = null, ...query } }) {
      const { rows, ...page } = await moves(query)(after, limit);
      return { movements: rows, ...page };
    },
  });
  router.get('/operator/money/export', {
    auth: 'operator',
    operationId: 'exportMoney',
    summary: 'Export money movements',
    description: 'CSV, newest first. Takes the same filters as the list.',
    query: MoveExportQuery,
    response: csv,
    handler: ({ query }, reply) => sendCsv(reply, 'money', exportList(moveColumns, moves(query))),
  });
}

const orderFilterFrom = ({ world = 'live', ...query }: Static<typeof AnyOrderExportQuery>) => ({
  world: world satisfies World,
  accountId: query.account_id?.toLowerCase(),
  status: query.status,
  isLate: query.late !== undefined,
  retailer: query.retailer,
  search: query.search,
  from: query.from === undefined ? undefined : new Date(query.from),
  before: query.before === undefined ? undefined : new Date(query.before),
});

const orderColumns = [
  'id',
  'world',
  'account_id',
  'account_email',
  'retailer',
  'status',
  'recipient',
  'max_price_cents',
  'charged_cents',
  'refunded_cents',
  'error_type',
  'created_at',
] as const satisfies (keyof ListedOrder)[];
const customerColumns = [
  'account_id',
  'account_email',
  'available_cents',
  'held_cents',
  'last_order_at',
  'created_at',
] as const satisfies (keyof ListedCustomer)[];
const moveColumns = [
  'id',
  'world',
  'account_id',
  'account_email',
  'type',
  'amount_cents',
  'currency',
  'from',
  'to',
  'order_id',
  'by_operator',
  'note',
  'created_at',
] as const satisfies (keyof ListedMove)[];
const returnColumns = [
  'id',
  'order_id',
  'world',
  'account_id',
  'status',
  'reason',
  'credited_cents',
  'created_at',
] as const satisfies (keyof ListedReturn)[];
