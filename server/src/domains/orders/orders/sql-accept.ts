import { sql } from 'kysely';
import type { Condition, SellerSelection } from '../../../connectors/contract.ts';
import { publishCte } from '../../../events/index.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import {
  type Database,
  type Executor,
  isRestoredWithin,
  type Row,
  relation,
  runNamed,
} from '../../../platform/database/index.ts';
import { enqueueCte } from '../../../platform/queue/index.ts';
import { findAnswerCtes, lockedKeysCte, type StoredAnswerInput, storeAnswerCte } from '../../access/accounts/index.ts';
import { hasPolicies, type LinkInput, linkColumns, linkCtes, unchangedChainCtes } from '../../access/policies/index.ts';
import { type AuthorizedCard, acceptCardPaymentsCte, coveredByCardCte } from '../../money/top-ups/index.ts';
import { holdAllOrNothingCtes, holdCtes, holdCurrencyCtes } from '../../money/wallet/index.ts';
import type { ActionRow, QuotedCart } from './actions/index.ts';
import { type AcceptedOrder, acceptedColumnDefinition, acceptedColumnList } from './columns.ts';
import { isOfCurrencyWallet } from './exchange.ts';
import type { OrderExchange } from './order-exchange.ts';

/** A new order with the response for its client. */
export interface NewOrder extends AcceptedOrder {
  /** Priority of its job. Lower goes first. */
  priority: number;
  /** When its job may start. */
  place_at: string;
  secrets: NewSecrets | null;
  created_at: string;
  items: NewItem[];
  once: StoredAnswerInput | null;
  /** The ID is derived from the request: a lost database may have had the same order, already bought. */
  has_derived_id: boolean;
  /** Whether the account's policies decided. Otherwise an order of an account with policies is not accepted. */
  is_decided: boolean;
  /** What the quote said, for the approver. Not written. */
  quoted?: QuotedCart | null;
  /** Its card authorization, which was written before the order. */
  card?: AuthorizedCard | null;
  /** The card of a batch row, authorized once its order exists. */
  card_choice?: { id: string; customer: string | null } | null;
  /** How an order in another currency is paid; missing: everything is in US dollars. */
  exchange?: OrderExchange;
  /** The action it asks before it is bought; missing: none. */
  question?: ActionRow | null;
}

export interface NewItem
  extends Row<
    'order_items',
    | 'id'
    | 'position'
    | 'url'
    | 'product_id'
    | 'quantity'
    | 'variant'
    | 'condition_in'
    | 'condition_not_in'
    | 'selection'
  > {
  variant: { label: string; value: string }[] | null;
  condition_in: Condition[];
  condition_not_in: Condition[];
  selection: SellerSelection | null;
}

/** Sealed, in base64. */
export interface NewSecrets {
  sealed: string;
}

export type Acceptance =
  | { kind: 'accepted' }
  | {
      kind: 'remembered';
      body_hash: Buffer;
      status: number;
      answer: string;
      packed: Buffer | null;
      resource_id: string;
    }
  | { kind: 'undecided' }
  | { kind: 'short'; required: number; available: number };

/** SQL: for a day after a restore, an order that the lost database may have had is looked up before it is bought. */
const isInLookupWindow = isRestoredWithin('24 hours');

type InputColumn = 'ord' | Exclude<keyof AllowedOrder, 'quoted' | 'card'>;
/** Only orders in another currency have this column. */
export const exchangeColumn = { columns: ', exchange jsonb', orderColumns: ', exchange' };
const input = relation<InputColumn>('input');
/** Orders without a stored answer that no policy stops. */
export const fresh = relation<InputColumn>('fresh');
/** Fresh orders that the wallets or cards cover. */
export const accepted = relation<InputColumn>('accepted');
/** Orders with an authorized card. */
const covered = relation<'order_id'>('covered_by_card');

/**
 * Accepts any number of orders in one statement: idempotency key, hold, order, items and job. It writes all of them
 * for an order, or none. Two requests with one key meet in the primary key: the second fails, runs again, and finds
 * the stored answer.
 */
export const acceptStatementText = (
  hold: string,
  more: { columns?: string; orderColumns?: string; ctes: string },
): string => `
  with input as (
    select * from json_to_recordset($1::json) as row (
      ord int, ${acceptedColumnDefinition},
      priority smallint, place_at timestamptz, secrets json, created_at timestamptz, items json, once json, question json, is_decided boolean,
      has_derived_id boolean, card_choice json${more.columns ?? ''})
  ),
  ${findAnswerCtes(input)},
  ${hold},
  new_orders as (
    insert into orders (${acceptedColumnList}${more.orderColumns ?? ''}, status, waiting_for, looks_first, created_at, updated_at)
    select ${acceptedColumnList}${more.orderColumns ?? ''}, 'pending', case when question is not null then 'action' end,
      coalesce(has_derived_id, false) and ${isInLookupWindow},
      created_at, created_at
    from accepted
  ),
  new_items as (
    insert into order_items (id, order_id, position, url, product_id, quantity, variant, condition_in, condition_not_in,
      selection, status, created_at, updated_at)
    select item.id, accepted.id, item.position, item.url, item.product_id, item.quantity, item.variant, item.condition_in,
      item.condition_not_in, item.selection, 'pending', accepted.created_at, accepted.created_at
    from accepted, json_to_recordset(accepted.items) as item (
      id uuid, position int, url text, product_id text, quantity int, variant jsonb, condition_in text[],
      condition_not_in text[], selection jsonb)
  ),
  new_secrets as (
    insert into order_secrets (order_id, sealed, created_at)
    select id, decode(secret.sealed, 'base64'), created_at
    from accepted, json_to_record(accepted.secrets) as secret (sealed text)
    where accepted.secrets is not null
  ),
  ${storeAnswerCte('order', accepted)},${more.ctes}
  new_questions as (
    insert into questions (id, order_id, kind, asked_of, message, details, answer_schema, url, digest, shown_digest, is_secret, asked_at, expires_at)
    select asks.id, accepted.id, asks.kind, asks.asked_of, asks.message, asks.details, asks.answer_schema, asks.url,
      asks.digest, asks.shown_digest, asks.is_secret, asks.asked_at, asks.expires_at
    from accepted, json_to_record(accepted.question) as asks (id uuid, kind text, asked_of text, message text, details jsonb,
      answer_schema jsonb, url text, digest text, shown_digest text, is_secret boolean, asked_at timestamptz, expires_at timestamptz)
    where accepted.question is not null
    returning id, order_id, asked_at
  ),
  ${enqueueCte('question_events', {
    kind: 'events',
    from: 'new_questions',
    payload: "json_build_object('type', 'order.action_required', 'orderId', order_id, 'actionId', id)",
    runAt: 'asked_at',
  })},
  ${publishCte('created_events', { type: 'order.created', from: accepted, at: 'created_at' })},
  ${enqueueCte('new_jobs', {
    kind: 'orders.place',
    from: 'accepted',
    payload: "json_build_object('orderId', id)",
    runAt: 'place_at',
    priority: 'priority',
  })}
  select input.ord,
    case when remembered.ord is not null then 'remembered' when accepted.ord is not null then 'accepted'
      when undecided.ord is not null then 'undecided' else 'short' end as kind,
    remembered.body_hash, remembered.status, remembered.answer, remembered.packed, remembered.resource_id,
    coalesce(asked.due_cents, 0) as required, coalesce(asked.available_cents, 0) as available
  from input
    left join remembered on remembered.ord = input.ord
    left join accepted on accepted.ord = input.ord
    left join undecided on undecided.ord = input.ord
    left join asked on asked.ord = input.ord
  order by input.ord`;

/**
 * An order without a hold takes no wallet lock, so it could be written for a sandbox that is just being claimed. It
 * meets the claim at its key instead: of the `unheld` orders, those whose key still belongs to their account are
 * `owned`.
 */
const ordersWithoutHoldCtes = `
  unheld as (
    select ord, api_key_id, account_id from input
    where api_key_id is not null and ((paid_by_client and fee_cents = 0) or paid_by_card)
  ),
  ${lockedKeysCte('kept_keys', relation('unheld'))},
  owned as (
    select ord from unheld join kept_keys on kept_keys.id = unheld.api_key_id and kept_keys.account_id = unheld.account_id
  )`;

const freshCtes = `
  ${ordersWithoutHoldCtes},
  undecided as (select ord from input where not is_decided and ${hasPolicies(input)}),
  fresh as (
    select * from input where ord not in (select ord from remembered) and ord not in (select ord from undecided)
      and (ord not in (select ord from unheld) or ord in (select ord from owned))
  ),
  ${coveredByCardCte('covered_by_card', fresh)}`;

/** How orders are paid: in US dollars, with US dollars at a store in another currency, or from the wallet in that currency. */
const payments = ['inUsDollars', 'exchanged', 'inStoreCurrency'] as const;
type Payment = (typeof payments)[number];
export type StatementsByPayment = Record<Payment, { name: string; text: string }>;

const paymentOf = ({ exchange }: Pick<NewOrder, 'exchange'>): Payment =>
  exchange === undefined ? 'inUsDollars' : isOfCurrencyWallet({ exchange }) ? 'inStoreCurrency' : 'exchanged';

export const acceptStatements: StatementsByPayment = {
  inUsDollars: {
    name: 'accept-orders',
    text: acceptStatementText(`${freshCtes}, ${holdCtes(fresh, covered)}`, {
      ctes: `${acceptCardPaymentsCte(accepted)},`,
    }),
  },
  exchanged: {
    name: 'accept-exchanged-orders',
    text: acceptStatementText(`${freshCtes}, ${holdCtes(fresh, covered)}`, {
      ...exchangeColumn,
      ctes: `${acceptCardPaymentsCte(accepted)},`,
    }),
  },
  inStoreCurrency: {
    name: 'accept-currency-orders',
    text: acceptStatementText(`${freshCtes}, ${holdCurrencyCtes(fresh)}`, {
      ...exchangeColumn,
      ctes: `${acceptCardPaymentsCte(accepted)},`,
    }),
  },
};

/** Orders that cached totals allow (policies/cached-totals.ts): all of an account's orders, or none. */
const acceptAllowedStatement = {
  name: 'accept-allowed-orders',
  text: acceptStatementText(
    `${unchangedChainCtes({ input, remembered: relation('remembered') })},
  undecided as (select ord from input where (account_id, world) not in (select account_id, world from standing)),
  fresh as (select * from input where ord not in (select ord from undecided)),
  covered_by_card as (select null::uuid as order_id where false),
  ${holdAllOrNothingCtes(fresh, covered)}`,
    { columns: `, ${linkColumns}`, ctes: `${linkCtes(accepted)},` },
  ),
};

/** Orders that are paid the same way share a statement. */
export async function runByPayment(
  database: Database | Executor,
  statements: StatementsByPayment,
  orders: NewOrder[],
): Promise<Acceptance[]> {
  const rows = orders.map((order, ord) => ({ ord, ...order }));
  const rowsByPayment = Map.groupBy(rows, paymentOf);
  const answers = new Map<number, Acceptance>();
  // Always in this order, as their wallets are locked by it.
  for (const payment of payments) {
    const some = rowsByPayment.get(payment);
    if (!some) continue;
    const accepted = await runNamed<Acceptance>(database, statements[payment], [JSON.stringify(some)]);
    for (const [index, { ord }] of some.entries()) answers.set(ord, assertDefined(accepted[index]));
  }
  return rows.map(({ ord }) => assertDefined(answers.get(ord)));
}

export const acceptOrders = (database: Database | Executor, orders: NewOrder[]): Promise<Acceptance[]> =>
  runByPayment(database, acceptStatements, orders);

/** An order that a policy allows, with its link in the account's chain of decisions. Never paid by its client or by card. */
export interface AllowedOrder extends NewOrder, LinkInput {}

export async function acceptAllowed(database: Database, orders: AllowedOrder[]): Promise<Acceptance[]> {
  const rows = orders.map((order, ord) => ({ ord, ...order }));
  return runNamed<Acceptance>(database, acceptAllowedStatement, [JSON.stringify(rows)]);
}

/** Whether clients may still repeat requests that a restore lost. */
export async function isRestoreRecent(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ is_recent: boolean }>`select ${sql.raw(isInLookupWindow)} as is_recent`.execute(
    executor,
  );
  return rows[0]?.is_recent ?? false;
}
