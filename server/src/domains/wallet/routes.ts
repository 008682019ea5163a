import { Type } from 'typebox';
import type { Db } from '../../platform/database/index.ts';
import { type App, errors, validationError, withExample } from '../../platform/http/index.ts';
import { callerOf, type Guard } from '../accounts/index.ts';
import { presentTransfer, presentWallet } from './present.ts';
import { findWallet, listTransfers } from './store.ts';

const Wallet = withExample(
  Type.Object({
    balance_cents: Type.Integer({ description: 'What is on the wallet, held money included.' }),
    held_cents: Type.Integer({ description: 'Set aside for orders that are not settled yet.' }),
    available_cents: Type.Integer({ description: 'What a new order may use.' }),
    currency: Type.String(),
  }),
  { balance_cents: 1_000_000, held_cents: 5000, available_cents: 995_000, currency: 'USD' },
);

const nullableText = Type.Union([Type.String(), Type.Null()]);

const Transactions = withExample(
  Type.Object({
    transactions: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Enum(['fund', 'hold', 'release', 'capture', 'fee', 'refund', 'refund_fee', 'credit']),
        amount_cents: Type.Integer(),
        from: Type.String({ description: 'The ledger account that the money left.' }),
        to: Type.String({ description: 'The ledger account that it reached.' }),
        order_id: nullableText,
        batch_id: nullableText,
        return_id: nullableText,
        note: nullableText,
        created_at: Type.String({ format: 'date-time' }),
      }),
    ),
    total: Type.Integer(),
  }),
  {
    transactions: [
      {
        id: '42',
        type: 'hold',
        amount_cents: 5000,
        from: 'wallet.available',
        to: 'wallet.held',
        order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        batch_id: null,
        return_id: null,
        note: null,
        created_at: '2026-08-21T10:00:00.000Z',
      },
    ],
    total: 1,
  },
);

const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
});

export function walletRoutes(app: App, needs: { db: Db; guard: Guard }): void {
  app.get(
    '/wallet',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'getWallet',
        tags: ['Wallet'],
        summary: 'The balance of your wallet',
        security: [{ bearer: [] }],
        response: { 200: Wallet, ...errors('unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable') },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return presentWallet(await findWallet(needs.db, caller.accountId, caller.world));
    },
  );

  app.get(
    '/wallet/transactions',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'listWalletTransactions',
        tags: ['Wallet'],
        summary: 'Every movement of your money, newest first',
        security: [{ bearer: [] }],
        querystring: PageQuery,
        response: {
          200: Transactions,
          422: validationError,
          ...errors('unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { rows, total } = await listTransfers(needs.db, caller.accountId, caller.world, request.query);
      return { transactions: rows.map(presentTransfer), total };
    },
  );
}
