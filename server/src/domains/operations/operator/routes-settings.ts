import { existing } from '../../../kit/existing.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { toCents } from '../../../kit/money.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { type Guard, type MovesLive, personOf } from '../../access/accounts/index.ts';
import type { Switches } from '../../catalog/stores/index.ts';
import { creditAccount, debitAccount } from './credit-account.ts';
import { everyRetailer, type ListRetailersNeeds } from './list-retailers.ts';
import { presentCredit, presentOrdersSince, presentRetailerFile } from './present.ts';
import {
  CreditBody,
  CreditView,
  DebitBody,
  OperatorRetailerList,
  OperatorRetailerView,
  RetailerPath,
  SwitchBody,
} from './schema-settings.ts';
import { switchRetailer } from './switch-retailer.ts';

export interface SettingRouteNeeds extends ListRetailersNeeds {
  guard: Guard;
  switches: Pick<Switches, 'refresh'>;
}

const everyWrite = [...everyRoute, 'not_found', ...everyBody] as const;
const shared = { tags: ['Operator'], security: [{ session: [] }] };

export function settingRoutes(app: App, needs: SettingRouteNeeds): void {
  retailerRoutes(app, needs);
  creditRoutes(app, needs);
}

function retailerRoutes(app: App, needs: SettingRouteNeeds): void {
  app.get(
    '/operator/retailers',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'listAllRetailers',
        summary: 'Every retailer of both worlds, with its connector and its switch',
        response: { 200: OperatorRetailerList, ...errors(...everyRoute) },
      },
    },
    async () => {
      const { files, ordersSince } = await everyRetailer(needs);
      return {
        retailers: files.map(presentRetailerFile),
        total: files.length,
        orders_since: presentOrdersSince(ordersSince),
      };
    },
  );

  app.put(
    '/operator/retailers/:retailer',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'switchRetailer',
        summary: 'Switch a retailer of one world off or on',
        description:
          'While it is off it is not searched, new orders are refused with unsupported_retailer, and accepted ones wait until it ' +
          'is on again. What was bought there is still tracked, cancelled and returned. Every process knows within a second.',
        params: RetailerPath,
        body: SwitchBody,
        response: { 200: OperatorRetailerView, 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request) => {
      const { world, enabled: isEnabled, reason } = request.body;
      const retailer = request.params.retailer.toLowerCase();
      await switchRetailer(needs, personOf(request).email, { world, retailer, isEnabled, reason });
      await needs.switches.refresh();
      const { files } = await everyRetailer(needs);
      return presentRetailerFile(existing(files.find((file) => file.world === world && file.id === retailer)));
    },
  );
}

const walletIsLive: MovesLive = async ({ body }) => fieldsOf(body).world !== 'test';

function creditRoutes(app: App, needs: SettingRouteNeeds): void {
  app.post(
    '/operator/wallet-credits',
    {
      ...needs.guard.operatorMoney(walletIsLive),
      schema: {
        ...shared,
        operationId: 'creditWallet',
        summary: "Put money on a customer's wallet",
        description:
          'The id makes a retry safe: the same credit again answers 200 and changes nothing, another one with the same id is ' +
          'refused.',
        body: CreditBody,
        response: {
          200: CreditView,
          201: CreditView,
          422: validationError,
          ...errors(...everyWrite, 'already_exists'),
        },
      },
    },
    async (request, reply) => {
      const { amount_cents: cents, ...rest } = request.body;
      const credit = { ...rest, amount: toCents(cents) };
      const credited = await creditAccount(needs, personOf(request).email, credit);
      return reply.code(credited.isNew ? 201 : 200).send(presentCredit(credit, credited));
    },
  );

  app.post(
    '/operator/wallet-debits',
    {
      ...needs.guard.operatorMoney(walletIsLive),
      schema: {
        ...shared,
        operationId: 'debitWallet',
        summary: "Take money off a customer's wallet",
        description:
          'Never more than is available: what orders hold is not touched, and a balance never goes below zero (402 ' +
          'insufficient_funds). The id makes a retry safe, as with a credit.',
        body: DebitBody,
        response: {
          200: CreditView,
          201: CreditView,
          422: validationError,
          ...errors(...everyWrite, 'already_exists', 'insufficient_funds'),
        },
      },
    },
    async (request, reply) => {
      const { amount_cents: cents, ...rest } = request.body;
      const debit = { ...rest, amount: toCents(cents) };
      const debited = await debitAccount(needs, personOf(request).email, debit);
      return reply.code(debited.isNew ? 201 : 200).send(presentCredit(debit, debited));
    },
  );
}
