import { Type } from 'typebox';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { isCurrency } from '../../../kit/money.ts';
import type { Db } from '../../../platform/database/index.ts';
import {
  type App,
  closed,
  cursorOf,
  described,
  nullable,
  pageQuery,
  uuid,
  withExample,
} from '../../../platform/http/index.ts';
import { createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import { unknownCurrency } from './failures.ts';
import { presentCurrencyWallet, presentTransfer, presentWallet, presentWalletOfMe } from './present.ts';
import { findWallet, findWalletTimes } from './sql.ts';
import { findCurrencyWallet, listCurrencyTransfers, listCurrencyWallets, openCurrencyWallet } from './sql-currency.ts';
import { listTransfers } from './sql-history.ts';

const exampleWallet = { balance_cents: 1_000_000, held_cents: 5000, available_cents: 995_000, currency: 'USD' };

const Wallet = withExample(
  Type.Object({
    balance_cents: Type.Integer({ description: 'Balance in cents, including money on hold.' }),
    held_cents: Type.Integer({ description: 'On hold for open orders, in cents.' }),
    available_cents: Type.Integer({ description: 'What new orders can use, in cents.' }),
    currency: Type.String({
      description: 'Currency code (ISO 4217). All amounts are in its minor unit: cents, yen or fils.',
    }),
  }),
  exampleWallet,
);

const Wallets = withExample(
  Type.Object({
    wallets: Type.Array(Wallet, { description: 'Your wallets: US dollars first, then by currency.' }),
    total: Type.Integer(),
  }),
  { wallets: [exampleWallet], total: 1 },
);

export const currencyField = (options: { default?: string } = {}) =>
  Type.String({
    pattern: '^[A-Z]{3}$',
    ...options,
    description: 'Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`.',
    examples: ['EUR'],
  });

const WalletBody = closed({ currency: currencyField() }, { examples: [{ currency: 'EUR' }] });
const CurrencyQuery = Type.Object({ currency: currencyField({ default: 'USD' }) });

const nullableText = nullable(Type.String());

const Transactions = withExample(
  Type.Object({
    transactions: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Enum(['fund', 'hold', 'release', 'capture', 'fee', 'refund', 'refund_fee', 'credit', 'debit'], {
          description: 'Kind of transaction.',
        }),
        amount_cents: Type.Integer({
          description: 'Amount in cents, always positive. `from` and `to` give the direction.',
        }),
        from: Type.String({ description: 'Ledger account that the money came from.' }),
        to: Type.String({ description: 'Ledger account that the money went to.' }),
        order_id: described(nullableText, 'The order that this transaction is for, if any.'),
        batch_id: described(nullableText, 'The bulk order that this transaction is for, if any.'),
        return_id: described(nullableText, 'The return that this transaction is for, if any.'),
        note: described(nullableText, 'Note from the operator, if any.'),
        balance_cents: Type.Integer({
          description: 'Balance after the transaction, in cents, including money on hold.',
        }),
        created_at: Type.String({ format: 'date-time' }),
      }),
      { description: 'Transactions, newest first.' },
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
  currency: currencyField({ default: 'USD' }),
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'ID of the last transaction on the previous page. Faster than `offset` on deep pages.',
      ...cursorOf('id'),
    }),
  ),
});

const MeQuery = Type.Object({
  wallet_type: Type.Enum(['purchases', 'api_consumption'], {
    default: 'purchases',
    description: '`purchases` pays for orders, `api_consumption` for calls. Calls with a key are free.',
  }),
});

const WalletOfMe = withExample(
  Type.Object({
    id: uuid(),
    user_id: Type.Integer({ description: 'Number that identifies the account, for clients that need one.' }),
    balance: Type.Integer({ description: 'Balance in cents, including money on hold.' }),
    wallet_type: Type.Enum(['purchases', 'api_consumption'], { description: 'What the wallet pays for.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    spendable_balance: Type.Integer({ description: 'What new orders can use, in cents.' }),
    order_fee_cents: Type.Integer({ description: 'Fee for each placed order, in cents.' }),
    billed_by_invoice: Type.Boolean({ description: 'Always false: orders are paid from the wallet.' }),
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

interface WalletNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  orderFeeCents: number;
}

export function walletRoutes(app: App, needs: WalletNeeds): void {
  const router = createRouter(app, needs.guard, 'Wallet');
  currencyRoutes(router, needs);
  router.get('/wallet/me', {
    auth: 'key',
    operationId: 'getWalletOfMe',
    summary: 'Get your wallet (newer clients)',
    description: 'The wallet in the format that newer clients expect.',
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
    summary: 'Get your wallet',
    description:
      'Returns the balance, what is on hold and what new orders can use. Without `currency`, returns the US dollar wallet.',
    query: CurrencyQuery,
    response: { 200: Wallet },
    errors: ['not_found'],
    async handler({ caller, query: { currency } }) {
      if (currency === 'USD') return presentWallet(await findWallet(needs.db, caller.accountId, caller.world));
      const wallet = await findCurrencyWallet(needs.db, { ...caller, currency });
      if (!wallet) throw notFound();
      return presentCurrencyWallet(wallet);
    },
  });

  router.get('/wallet/transactions', {
    auth: 'key',
    operationId: 'listWalletTransactions',
    summary: 'List wallet transactions',
    description: 'Every change to your balance, newest first.',
    query: PageQuery,
    response: { 200: Transactions },
    async handler({ caller, query: { currency, ...query } }) {
      const { accountId, world } = caller;
      const { rows, total } = await (currency === 'USD'
        ? listTransfers(needs.db, accountId, world, query)
        : listCurrencyTransfers(needs.db, { accountId, world, currency }, query));
      return { transactions: rows.map(presentTransfer), total };
    },
  });
}

function currencyRoutes(router: Router, needs: WalletNeeds): void {
  router.get('/wallets', {
    auth: 'key',
    operationId: 'listWallets',
    summary: 'List your wallets',
    description: 'Every account has a US dollar wallet, plus one for each currency that you added.',
    response: { 200: Wallets },
    async handler({ caller }) {
      const dollars = presentWallet(await findWallet(needs.db, caller.accountId, caller.world));
      const others = await listCurrencyWallets(needs.db, caller);
      const wallets = [dollars, ...others.map(presentCurrencyWallet)];
      return { wallets, total: wallets.length };
    },
  });

  router.post('/wallets', {
    auth: 'key',
    operationId: 'openWallet',
    summary: 'Open a wallet',
    description:
      'Opens an empty wallet in another currency. Orders from stores that charge in that currency are paid from this wallet. If it does not have enough funds, the US dollar wallet pays. If it is already open, it is returned with status 200.',
    body: WalletBody,
    response: { 200: Wallet, 201: Wallet },
    async handler({ caller, body: { currency } }, reply) {
      if (!isCurrency(currency)) throw unknownCurrency();
      const isNew =
        currency !== 'USD' && (await openCurrencyWallet(needs.db, { ...caller, currency }, needs.clock.now()));
      reply.status(isNew ? 201 : 200);
      if (currency === 'USD') return presentWallet(await findWallet(needs.db, caller.accountId, caller.world));
      return presentCurrencyWallet(assertDefined(await findCurrencyWallet(needs.db, { ...caller, currency })));
    },
  });
}
