import { Type } from 'typebox';
import { Failure, Invalid, type Problem } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import { closed, createProblemFinder } from '../../../platform/http/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { type CardRow, cardMinCents } from '../../money/top-ups/index.ts';
import { holdFor } from '../../money/wallet/index.ts';
import {
  bodyProblems,
  OrderBody,
  type OrderRequest,
  orderRequestOf,
  type Priced,
  reviewRequest,
  unpricedOrder,
} from '../orders/index.ts';
import type { Column } from './columns.ts';
import { type Cells, type ReadRow, readRow } from './read-row.ts';
import { fieldAt, type ReportedProblems, refusalTexts, rowTexts, shapeText } from './row-texts.ts';

/** A row is like any order, but files rarely have phone numbers. */
const address = OrderBody.properties.shipping_address.properties;
const RowBody = closed({
  ...OrderBody.properties,
  shipping_address: closed({ ...address, phone_number: Type.Optional(address.phone_number) }),
});
const shapeProblems = createProblemFinder(RowBody);
type Body = Parameters<typeof orderRequestOf>[0];

type ReviewNeeds = Parameters<typeof reviewRequest>[0];
type CheckedRequest = NonNullable<ReturnType<typeof reviewRequest>['checked']>;

export interface CheckNeeds extends ReviewNeeds {
  feeCents: number;
}

export interface CheckedRow {
  read: ReadRow;
  /** Empty: the row can be ordered. */
  errors: string[];
  order: {
    orderRequest: OrderRequest;
    checked: CheckedRequest;
    /** How it is paid, after the rows before it. */
    priced: Priced;
  } | null;
}

/** What a row of this caller may refer to and pay with. */
export interface Belongings {
  isUsable(accountId: string, retailer: string): boolean;
  /** The named card, or the default; undefined if there is none. */
  findCard(id: string | null): CardRow | undefined;
  /** Decides how a valid row at a store in another currency is paid. */
  exchange(priced: Priced, asked: OrderRequest): Promise<Priced>;
}

/** Reads one row and applies the rules of POST /orders. */
export async function checkRow(
  needs: CheckNeeds,
  caller: Caller,
  row: Cells,
  columns: readonly Column[],
  { isUsable, findCard, exchange }: Belongings,
): Promise<CheckedRow> {
  const read = readRow(row, columns);
  if (read.isEmpty) return { read, errors: [rowTexts.empty], order: null };
  const reported: ReportedProblems = { fields: read.explained, products: new Set() };
  const shape = newProblems(shapeProblems(read.body), reported);
  const body = read.body as unknown as Body;
  const problems = [...shape, ...newProblems(bodyProblems(body), reported)];
  const orderRequest = orderRequestOf(fillMissing(body), needs.feeCents);
  const { checked, refusals } = reviewRequest(needs, caller, orderRequest);
  const textsOf = (refusal: Failure | Invalid): string[] => {
    if (refusal instanceof Failure) return refusalTexts(refusal, read, reported);
    const unknown = newProblems(refusal.problems, reported);
    return unknown.map((problem) => shapeText(problem, read, valueAt(read.body, problem)));
  };
  const accountId = orderRequest.retailerCredentialsId;
  const isForeign =
    accountId !== null &&
    !reported.fields.has('retailer_credentials_id') &&
    checked !== null &&
    !isUsable(accountId, checked.retailer);
  const errors = [
    ...read.problems,
    ...problems.map((problem) => shapeText(problem, read, valueAt(read.body, problem))),
    ...refusals.flatMap(textsOf),
    ...(isForeign ? [rowTexts.account(read.columnOf('retailer_credentials_id'), accountId)] : []),
  ];
  const answer = checked && errors.length === 0 ? await price(exchange, orderRequest, checked) : null;
  const refusal = answer instanceof Failure || answer instanceof Invalid ? answer : null;
  if (refusal) errors.push(...textsOf(refusal));
  const priced = answer instanceof Failure || answer instanceof Invalid ? null : answer;
  const hold = holdFor(toCents(priced?.max_price_cents ?? orderRequest.maxPrice), orderRequest.fee);
  errors.push(...cardErrors(orderRequest, hold, read, findCard));
  const order = errors.length === 0 && checked && priced ? { orderRequest, checked, priced } : null;
  return { read, errors: [...new Set(errors)], order };
}

/** How the row is paid, or why it cannot be. */
async function price(
  exchange: Belongings['exchange'],
  orderRequest: OrderRequest,
  checked: CheckedRequest,
): Promise<Priced | Failure | Invalid> {
  const unpriced = unpricedOrder(orderRequest, checked);
  if (!unpriced.exchange) return unpriced;
  return exchange(unpriced, orderRequest).catch((refusal: unknown) => {
    if (refusal instanceof Failure || refusal instanceof Invalid) return refusal;
    throw refusal;
  });
}

function cardErrors({ card }: OrderRequest, hold: Cents, read: ReadRow, findCard: Belongings['findCard']): string[] {
  if (!card) return [];
  if (findCard(card.paymentMethod) === undefined) {
    const field = card.paymentMethod === null ? 'payment_mode' : 'payment_method';
    return [rowTexts.card(read.columnOf(field), card.paymentMethod ?? undefined)];
  }
  return hold < cardMinCents ? [rowTexts.tooSmallForCard(read.columnOf('max_price'))] : [];
}

/** Keeps and records problems of fields that have none yet. */
function newProblems(problems: Problem[], reported: ReportedProblems): Problem[] {
  return problems.filter((problem) => {
    const [, part, index] = problem.loc;
    if (part === 'products' && typeof index === 'number') reported.products.add(index);
    const field = fieldAt(problem);
    if (field === null) return true;
    // Most files have one name column, so a problem of one half is a problem of both.
    const isKnown = reported.fields.has(field) || (field === 'last_name' && reported.fields.has('first_name'));
    reported.fields.add(field);
    return !isKnown;
  });
}

/** Fills missing fields, already reported, so that the other rules can run. */
function fillMissing(body: Body): Body {
  const blank = { first_name: '', last_name: '', address_line1: '', city: '', postal_code: '' };
  const known = Object.fromEntries(Object.entries(body.shipping_address).filter(([, value]) => value !== undefined));
  return {
    ...body,
    shipping_address: { ...blank, ...known } as Body['shipping_address'],
    max_price: body.max_price ?? 1,
  };
}

function valueAt(body: unknown, problem: Problem): unknown {
  let value = body;
  for (const step of problem.loc.slice(1)) value = fieldsOf(value)?.[step];
  return value;
}
