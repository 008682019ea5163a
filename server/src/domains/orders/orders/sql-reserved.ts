import type { Executor } from '../../../platform/database/index.ts';
import { claimCardPaymentsCte } from '../../money/top-ups/index.ts';
import { drawCtes, drawCurrencyCtes } from '../../money/wallet/index.ts';
import {
  accepted,
  acceptStatementText,
  exchangeColumn,
  fresh,
  type NewOrder,
  runByPayment,
  type StatementsByPayment,
} from './sql-accept.ts';

/** Leaves existing orders alone, so the call can be repeated after any crash. */
const reservedCtes = (draw: (orders: typeof fresh) => string): string =>
  `undecided as (select ord from input where false), fresh as (select * from input where not exists (select from orders where orders.id = input.id)), ${draw(fresh)}`;
const createReservedStatements: StatementsByPayment = {
  inUsDollars: {
    name: 'draw-orders',
    text: acceptStatementText(reservedCtes(drawCtes), { ctes: `${claimCardPaymentsCte(accepted)},` }),
  },
  exchanged: {
    name: 'draw-exchanged-orders',
    text: acceptStatementText(reservedCtes(drawCtes), {
      ...exchangeColumn,
      ctes: `${claimCardPaymentsCte(accepted)},`,
    }),
  },
  inStoreCurrency: {
    name: 'draw-currency-orders',
    text: acceptStatementText(reservedCtes(drawCurrencyCtes), {
      ...exchangeColumn,
      ctes: `${claimCardPaymentsCte(accepted)},`,
    }),
  },
};

/** Creates orders whose money is already reserved (reserveFunds). Each takes its part once. */
export async function createReservedOrders(executor: Executor, orders: NewOrder[]): Promise<void> {
  await runByPayment(executor, createReservedStatements, orders);
}
