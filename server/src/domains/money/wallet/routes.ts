import { Type } from 'typebox';
import type { Db } from '../../../platform/database/index.ts';
import { type App, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../access/accounts/index.ts';
import { presentTransfer, presentWallet, presentWalletOfMe } from './present.ts';
import { findWallet, findWalletTimes } from './sql.ts';
import { listTransfers } from './sql-history.ts';

const Wallet = withExample(
  Type.Object({
    balance_cents: Type.Integer({ description: 'What is on the wallet, held money included.' }),
    held_cents: Type.Integer({ description: 'Set aside for orders that are not settled yet.' }),
    available_cents: Type.Integer({ description: 'What a new order may use.' }),
    currency: Type.String(),
  }),
  { balance_cents: 1_000_000, held_cents: 5000, available_cents: 995_000, currency: 'USD' },
);

const nullableText = nullable(Type.String());

const Transactions = withExample(
  Type.Object({
    transactions: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Enum(['fund', 'hold', 'release', 'capture', 'fee', 'refund', 'refund_fee', 'credit', 'debit']),
        amount_cents: Type.Integer(),
        from: Type.String({ description: 'The ledger account that the money left.' }),
        to: Type.String({ description: 'The ledger account that it reached.' }),
        order_id: nullableText,
        batch_id: nullableText,
        return_id: nullableText,
        note: nullableText,
        balance_cents: Type.Integer({ description: 'What was on the wallet afterwards, held money included.' }),
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
        balance_cents: 1_000_000,
        created_at: '2026-08-21T10:00:00.000Z',
      },
    ],
    total: 1,
  },
);

const PageQuery = Type.Object({
  ...pageQuery,
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description:
        'The id of the last one of the former page: the list goes on behind it, at the cost of a day of movements at most.',
    }),
  ),
});

const MeQuery = Type.Object({
  wallet_type: Type.Enum(['purchases', 'api_consumption'], {
    default: 'purchases',
    description: 'What orders are paid from, or what calls are; calls with a key cost nothing.',
  }),
});

const WalletOfMe = withExample(
  Type.Object({
    id: uuid(),
    user_id: Type.Integer({ description: 'Names the account to clients that want a number.' }),
    balance: Type.Integer({ description: 'In cents, held money included.' }),
    wallet_type: Type.Enum(['purchases', 'api_consumption']),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    spendable_balance: Type.Integer({ description: 'In cents: what a new order may use.' }),
    order_fee_cents: Type.Integer({ description: 'What we add to each order that is placed.' }),
    billed_by_invoice: Type.Boolean(),
  }),
  {
    id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    user_id: 12_874_123,
    balance: 1_000_000,
    wallet_type: 'purchases' as const,
    created_at: '2026-08-21T10:00:00.000Z',
    updated_at: '2026-08-21T10:00:00.000Z',
    spendable_balance: 995_000,
    order_fee_cents: 0,
    billed_by_invoice: false,
  },
);

export function walletRoutes(app: App, needs: { db: Db; guard: Guard; orderFeeCents: number }): void {
  const router = createRouter(app, needs.guard, 'Wallet');
  router.get('/wallet/me', {
    auth: 'key',
    operationId: 'getWalletOfMe',
    summary: 'Your wallet in the form that newer clients ask for',
    query: MeQuery,
    response: { 200: WalletOfMe },
    async handler({ caller, query }) {
      const { accountId, world } = caller;
      const type = query.wallet_type;
      const wallet = await findWallet(needs.db, accountId, world);
      const times = await findWalletTimes(needs.db, accountId, world);
      return presentWalletOfMe({ accountId, world, type, wallet, times, orderFeeCents: needs.orderFeeCents });
    },
  });

  router.get('/wallet', {
    auth: 'key',
    operationId: 'getWallet',
    summary: 'The balance of your wallet',
    response: { 200: Wallet },
    async handler({ caller }) {
      return presentWallet(await findWallet(needs.db, caller.accountId, caller.world));
    },
  });

  router.get('/wallet/transactions', {
    auth: 'key',
    operationId: 'listWalletTransactions',
    summary: 'Every movement of your money, newest first',
    query: PageQuery,
    response: { 200: Transactions },
    async handler({ caller, query }) {
      const { rows, total } = await listTransfers(needs.db, caller.accountId, caller.world, query);
      return { transactions: rows.map(presentTransfer), total };
    },
  });
}
