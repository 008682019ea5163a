import { sql } from 'kysely';
import { sourcesOf } from '../../../../kit/moves.ts';
import type { World } from '../../../../kit/world.ts';
import type { Executor, Relation, Row } from '../../../../platform/database/index.ts';
import { type CardPaymentState, cardPaymentMoves } from './model.ts';

export interface CardPaymentRow extends Row<'card_payments'> {
  world: World;
  state: CardPaymentState;
}

export interface NewCardPayment {
  orderId: string;
  accountId: string;
  world: World;
  cardId: string;
  customer: string | null;
  cents: number;
  now: Date;
}

export async function findCardPayment(executor: Executor, orderId: string): Promise<CardPaymentRow | null> {
  const { rows } = await sql<CardPaymentRow>`select * from card_payments where order_id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}

/** Locked until the transaction ends, so that one at a time decides about a payment. */
export async function lockCardPayment(executor: Executor, orderId: string): Promise<CardPaymentRow | null> {
  const { rows } = await sql<CardPaymentRow>`
    select * from card_payments where order_id = ${orderId} for update`.execute(executor);
  return rows[0] ?? null;
}

/** False if the order has one. */
export async function insertCardPayment(executor: Executor, payment: NewCardPayment): Promise<boolean> {
  const { rows } = await sql`
    insert into card_payments (order_id, account_id, world, card_id, customer, amount_cents, state, claimed_at)
    values (${payment.orderId}, ${payment.accountId}, ${payment.world}, ${payment.cardId}, ${payment.customer},
      ${payment.cents}, 'authorizing', ${payment.now})
    on conflict do nothing returning order_id`.execute(executor);
  return rows.length === 1;
}

/** For a repeated request: its authorization is not released while it runs. */
export async function claimStill(executor: Executor, orderId: string, now: Date): Promise<void> {
  await sql`update card_payments set claimed_at = ${now} where order_id = ${orderId} and not is_accepted`.execute(
    executor,
  );
}

/** Asks again with the next number. The caller has the lock; the order does not exist yet. */
export async function claimAgain(executor: Executor, payment: NewCardPayment): Promise<void> {
  await sql`
    update card_payments set account_id = ${payment.accountId}, card_id = ${payment.cardId}, customer = ${payment.customer},
      amount_cents = ${payment.cents}, state = 'authorizing', number = last_number + 1, last_number = last_number + 1,
      reference = null, expires_at = null, claimed_at = ${payment.now}, settled_at = null, last_answer = null, looks = 0
    where order_id = ${payment.orderId} and not is_accepted`.execute(executor);
}

export interface Authorized {
  number: number;
  reference: string;
  expiresAt: Date;
}

/** Compare-and-set by the number that was current when Stripe was asked. False if it was settled or renewed in the meantime. */
export async function saveAuthorization(
  executor: Executor,
  payment: Pick<CardPaymentRow, 'order_id' | 'number'>,
  { number, reference, expiresAt }: Authorized,
): Promise<boolean> {
  const { rows } = await sql`
    update card_payments set state = 'authorized', number = ${number}, last_number = greatest(last_number, ${number}),
      reference = ${reference}, expires_at = ${expiresAt}, last_answer = null
    where order_id = ${payment.order_id} and number = ${payment.number} and state in ('authorizing', 'authorized')
    returning order_id`.execute(executor);
  return rows.length === 1;
}

/** The bank declined this number. An earlier current authorization stays. */
export async function saveDecline(
  executor: Executor,
  payment: Pick<CardPaymentRow, 'order_id' | 'number'>,
  number: number,
  answer: string,
): Promise<void> {
  await sql`
    update card_payments set last_number = greatest(last_number, ${number}), last_answer = ${answer.slice(0, 500)},
      state = case when state = 'authorizing' then 'declined' else state end
    where order_id = ${payment.order_id} and number = ${payment.number} and state in ('authorizing', 'authorized')`.execute(
    executor,
  );
}

/** False if the table of moves forbids it, or if the order exists although it should not. */
export async function moveCardPayment(
  executor: Executor,
  orderId: string,
  move: {
    to: CardPaymentState;
    isAccepted?: boolean;
    now: Date;
    capturedCents?: number;
    debtCents?: number;
    answer?: string;
    /** The authorization it was. */
    counting?: Pick<CardPaymentRow, 'number' | 'reference'>;
  },
): Promise<boolean> {
  const isFinal = move.to === 'captured' || move.to === 'released' || move.to === 'refused';
  const { rows } = await sql`
    update card_payments set state = ${move.to}, captured_cents = coalesce(${move.capturedCents ?? null}::bigint, captured_cents),
      number = coalesce(${move.counting?.number ?? null}::int, number), reference = coalesce(${move.counting?.reference ?? null}::text, reference),
      debt_cents = ${move.debtCents ?? 0}, last_answer = ${move.answer?.slice(0, 500) ?? null},
      settled_at = case when ${isFinal} then ${move.now}::timestamptz end
    where order_id = ${orderId} and state = any (${sourcesOf(cardPaymentMoves, move.to)}::text[])
      and is_accepted = coalesce(${move.isAccepted ?? null}::boolean, is_accepted)
    returning order_id`.execute(executor);
  return rows.length === 1;
}

/** What Stripe answered while the payment was not final. */
export async function recordCardCheck(executor: Executor, orderId: string, answer: string): Promise<void> {
  await sql`
    update card_payments set looks = looks + 1, last_answer = ${answer.slice(0, 500)} where order_id = ${orderId}`.execute(
    executor,
  );
}

export async function saveRefunded(executor: Executor, orderId: string, cents: number, answer: string | null) {
  await sql`
    update card_payments set refunded_cents = least(${cents}::bigint, captured_cents), last_answer = ${answer?.slice(0, 500) ?? null}
    where order_id = ${orderId}`.execute(executor);
}

/** Once per ID. */
export async function insertCardRefund(
  executor: Executor,
  refund: { id: string; orderId: string; cents: number; now: Date },
): Promise<void> {
  await sql`
    insert into card_refunds (id, order_id, amount_cents, created_at)
    values (${refund.id}, ${refund.orderId}, ${refund.cents}, ${refund.now}) on conflict do nothing`.execute(executor);
}

/** What is owed to the order's card in total. */
export async function sumCardRefunds(executor: Executor, orderId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from card_refunds where order_id = ${orderId}`.execute(
    executor,
  );
  return rows[0]?.cents ?? 0;
}

export async function moveCardPaymentsToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`update card_payments set account_id = ${to} where account_id = ${from} and world = 'test'`.execute(
    executor,
  );
}

type Fresh = Relation<'id' | 'paid_by_card'>;

/** CTE: orders of `input` with an authorized card, locked. One released in the meantime is not among them. */
export const coveredByCardCte = (name: string, input: Fresh): string => `
  ${name} as (
    select order_id from card_payments
    where order_id in (select ${input.column('id')} from ${input.name} where paid_by_card)
      and state = 'authorized' and not is_accepted for update
  )`;

/** CTE: links authorizations to the orders that exist now. */
export const acceptCardPaymentsCte = (accepted: Fresh): string => `
  accepted_cards as (
    update card_payments set is_accepted = true
    from ${accepted.name} where card_payments.order_id = ${accepted.column('id')} and ${accepted.column('paid_by_card')}
  )`;

/** CTE for orders of a batch, whose cards are authorized later. */
export const claimCardPaymentsCte = (
  accepted: Relation<
    'id' | 'account_id' | 'world' | 'paid_by_card' | 'card_choice' | 'max_price_cents' | 'fee_cents' | 'created_at'
  >,
): string => `
  claimed_cards as (
    insert into card_payments (order_id, account_id, world, card_id, customer, amount_cents, state, is_accepted, claimed_at)
    select id, account_id, world, card_choice ->> 'id', card_choice ->> 'customer', max_price_cents + fee_cents, 'authorizing', true, created_at
    from ${accepted.name} where paid_by_card
  )`;
