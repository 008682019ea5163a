import { assertDefined } from '../../../kit/assert-defined.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { toCents } from '../../../kit/money.ts';
import type { Guard, MovesLiveMoney, Router } from '../../access/accounts/index.ts';
import type { Switches } from '../../catalog/stores/index.ts';
import { creditAccount, debitAccount } from './credit-account.ts';
import { type ListRetailersNeeds, listAllRetailers, switchRetailer } from './list-retailers.ts';
import { presentCredit, presentOrdersSince, presentRetailer } from './present.ts';
import {
  CreditBody,
  CreditView,
  DebitBody,
  OperatorRetailerList,
  OperatorRetailerView,
  RetailerPath,
  SwitchBody,
} from './schema-settings.ts';

export interface SettingRouteNeeds extends ListRetailersNeeds {
  guard: Guard;
  switches: Pick<Switches, 'refresh'>;
}

export function settingRoutes(router: Router, needs: SettingRouteNeeds): void {
  retailerRoutes(router, needs);
  creditRoutes(router, needs);
}

function retailerRoutes(router: Router, needs: SettingRouteNeeds): void {
  router.get('/operator/retailers', {
    auth: 'operator',
    operationId: 'listAllRetailers',
    summary: 'List retailers in both modes',
    description: 'Includes their connector, whether they are enabled, and orders from the last 24 hours.',
    response: { 200: OperatorRetailerList },
    async handler() {
      const { files, ordersSince } = await listAllRetailers(needs);
      const retailers = files.map(presentRetailer);
      return { retailers, total: files.length, orders_since: presentOrdersSince(ordersSince) };
    },
  });

  router.put('/operator/retailers/:retailer', {
    auth: 'operator',
    operationId: 'switchRetailer',
    summary: 'Enable or disable a retailer',
    description:
      'A disabled retailer is not searched, new orders are rejected with `unsupported_retailer`, and accepted orders stay queued. Placed orders are still tracked, canceled and returned. Takes effect within a second.',
    params: RetailerPath,
    body: SwitchBody,
    response: { 200: OperatorRetailerView },
    errors: ['not_found'],
    async handler({ params, body: { world, enabled: isEnabled, reason }, person }) {
      const retailer = params.retailer.toLowerCase();
      await switchRetailer(needs, person.email, { world, retailer, isEnabled, reason });
      await needs.switches.refresh();
      const { files } = await listAllRetailers(needs);
      return presentRetailer(assertDefined(files.find((file) => file.world === world && file.id === retailer)));
    },
  });
}

const movesLiveWallet: MovesLiveMoney = async ({ body }) => fieldsOf(body).world !== 'test';

function creditRoutes(router: Router, needs: SettingRouteNeeds): void {
  const response = { 200: CreditView, 201: CreditView };
  router.post('/operator/wallet-credits', {
    auth: needs.guard.operatorMoney(movesLiveWallet),
    operationId: 'creditWallet',
    summary: 'Credit a wallet',
    description:
      "Adds money to a customer's wallet. Repeating the request with the same ID changes nothing. Live money needs a second factor.",
    body: CreditBody,
    response,
    errors: ['not_found', 'already_exists'],
    async handler({ body: { amount_cents: cents, ...rest }, person }, reply) {
      const credit = { ...rest, amount: toCents(cents) };
      const made = await creditAccount(needs, person.email, credit);
      return reply.code(made.isNew ? 201 : 200).send(presentCredit(credit, made));
    },
  });

  router.post('/operator/wallet-debits', {
    auth: needs.guard.operatorMoney(movesLiveWallet),
    operationId: 'debitWallet',
    summary: 'Debit a wallet',
    description:
      "Takes money from a customer's wallet, up to what is available. Repeating the request with the same ID changes nothing. Live money needs a second factor.",
    body: DebitBody,
    response,
    errors: ['not_found', 'already_exists', 'insufficient_funds'],
    async handler({ body: { amount_cents: cents, ...rest }, person }, reply) {
      const debit = { ...rest, amount: toCents(cents) };
      const made = await debitAccount(needs, person.email, debit);
      return reply.code(made.isNew ? 201 : 200).send(presentCredit(debit, made));
    },
  });
}
