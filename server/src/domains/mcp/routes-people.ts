import { Type } from 'typebox';
import { notFound } from '../../kit/failure.ts';
import { type App, closed, uuid, withExample } from '../../platform/http/index.ts';
import { errors, everyBody, validationError } from '../../wire/index.ts';
import { findAccountOfKey, type Guard, type Person, personOf } from '../accounts/index.ts';
import { type ApprovalNeeds, decideApproval } from './approvals.ts';
import { approvalClosed } from './failures.ts';
import { approvalStates, type Summary } from './model.ts';
import { type ApprovalRow, findApproval, findKeyOf } from './store.ts';

interface Needs extends ApprovalNeeds {
  guard: Guard;
}

const cents = () => Type.Integer();
const ApprovalView = withExample(
  Type.Object(
    {
      id: uuid(),
      state: Type.Enum([...approvalStates, 'expired']),
      key: Type.String({ description: 'The name of the key that wants to buy.' }),
      retailer: Type.String(),
      currency: Type.String(),
      items: Type.Array(Type.Object({ url: Type.String(), quantity: Type.Integer(), unit_price_cents: cents() })),
      price_components: Type.Object({
        subtotal: cents(),
        shipping: cents(),
        tax: cents(),
        fees: cents(),
        total: cents(),
      }),
      service_fee_cents: cents(),
      max_price: cents(),
      order_id: Type.Union([Type.String(), Type.Null()]),
      expires_at: Type.String({ format: 'date-time' }),
    },
    { title: 'PurchaseApproval' },
  ),
  {
    id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
    state: 'open',
    key: 'Assistant',
    retailer: 'walmart',
    currency: 'USD',
    items: [{ url: 'https://www.walmart.com/ip/180150146', quantity: 1, unit_price_cents: 1999 }],
    price_components: { subtotal: 1999, shipping: 0, tax: 200, fees: 0, total: 2199 },
    service_fee_cents: 0,
    max_price: 2400,
    order_id: null,
    expires_at: '2026-08-21T10:15:00.000Z',
  },
);

const ApprovalPath = Type.Object({ approval_id: uuid() });
const AnswerBody = withExample(closed({ approved: Type.Boolean() }), { approved: true });

const path = '/approvals/:approval_id';
const shared = { tags: ['Policies'], security: [{ session: [] }] };
const refusals = ['unauthorized', 'not_found', 'rate_limit_exceeded', 'service_unavailable'] as const;

/** For the person whose account a key spends from: what an assistant wants to buy, and their yes or no. */
export function approvalPersonRoutes(app: App, needs: Needs): void {
  const { guard, db, clock } = needs;

  async function ownRow(person: Person, id: string): Promise<ApprovalRow> {
    const row = await findApproval(db, id.toLowerCase());
    if (!row || (await findAccountOfKey(db, row.key_id)) !== person.accountId) throw notFound();
    return row;
  }
  async function present(row: ApprovalRow) {
    const { id, state, summary, order_id, expires_at } = row;
    const isOver = (state === 'open' || state === 'approved') && expires_at <= clock.now();
    const { label } = await findKeyOf(db, row);
    const { retailer, currency, items, price_components, service_fee_cents, max_price }: Summary = summary;
    const what = { retailer, currency, items, price_components, service_fee_cents, max_price };
    const now: (typeof approvalStates)[number] | 'expired' = isOver ? 'expired' : state;
    return { id, state: now, key: label, ...what, order_id, expires_at: expires_at.toISOString() };
  }

  app.get(
    path,
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'getApproval',
        summary: 'What an assistant wants to buy with one of your keys',
        description: 'For the signed-in person of the account. Looking decides nothing.',
        params: ApprovalPath,
        response: { 200: ApprovalView, 422: validationError, ...errors(...refusals) },
      },
    },
    async (request) => present(await ownRow(personOf(request), request.params.approval_id)),
  );

  app.post(
    path,
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'answerApproval',
        summary: 'Let an assistant buy this once, or refuse it',
        description: 'For the signed-in person of the account; no key will do. Answered once, while the quote holds.',
        params: ApprovalPath,
        body: AnswerBody,
        response: {
          200: ApprovalView,
          422: validationError,
          ...errors(...refusals, 'action_closed', ...everyBody),
        },
      },
    },
    async (request) => {
      const person = personOf(request);
      const row = await ownRow(person, request.params.approval_id);
      if (!(await decideApproval(needs, row.id, request.body.approved))) throw approvalClosed();
      return present(await ownRow(person, row.id));
    },
  );
}
