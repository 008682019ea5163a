import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Executor, type JsonRow, type Relation, relation, type Tables } from '../../../platform/database/index.ts';
import { agentsAccountId } from '../accounts/index.ts';
import type { Policy, PolicyRules, Scope } from './model.ts';

export interface PolicyRow extends Omit<Tables['policies'], 'is_frozen'> {
  scope: Scope;
  rules: PolicyRules;
}

/** The target of a policy: a key, a group or the account. */
export interface Subject {
  accountId: string;
  world: World;
  scope: Scope;
  subject: string;
}

export const policyOf = (row: PolicyRow): Policy => ({
  id: row.id,
  accountId: row.account_id,
  world: row.world,
  scope: row.scope,
  subject: row.subject,
  version: row.version,
  rules: row.rules,
});

export async function findPolicy(executor: Executor, of: Subject): Promise<PolicyRow | null> {
  const { rows } = await sql<PolicyRow>`
    select * from policies where account_id = ${of.accountId} and world = ${of.world} and scope = ${of.scope}
      and subject = ${of.subject}`.execute(executor);
  return rows[0] ?? null;
}

/** A key, with its account and mode. */
export interface Spender {
  accountId: string;
  world: World;
  keyId: string | null;
}

const binding = ({ accountId, world, keyId }: Spender) => sql`
  select * from policies p where account_id = ${accountId} and world = ${world} and (
    scope = 'account' or (scope = 'key' and subject = ${keyId}::text)
    or (scope = 'group' and subject = (select name from key_groups where key_id = ${keyId}::uuid)))
  order by p.id`;

export async function findPolicyById(executor: Executor, id: string): Promise<PolicyRow | null> {
  const { rows } = await sql<PolicyRow>`select * from policies where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Every policy that applies to this key. */
export async function findBinding(executor: Executor, spender: Spender): Promise<PolicyRow[]> {
  return (await sql<PolicyRow>`${binding(spender)}`.execute(executor)).rows;
}

/** Every policy of these accounts, and the groups of their keys. */
export interface KnownPolicies {
  policies: Policy[];
  groupByKey: Map<string, string>;
}

const policiesOf = (spenders: readonly Spender[]) => sql`
  select p.* from policies p where (account_id, world) in (
    select * from unnest(${spenders.map(({ accountId }) => accountId)}::uuid[], ${spenders.map(({ world }) => world)}::text[]))
  order by p.id`;

export async function findPolicies(executor: Executor, spenders: readonly Spender[]): Promise<KnownPolicies> {
  const { rows } = await sql<PolicyRow>`${policiesOf(spenders)}`.execute(executor);
  return { policies: rows.map(policyOf), groupByKey: await findGroups(executor, spenders) };
}

/** The same, locked in a fixed order: an account's purchases are decided one after the other. */
export async function lockPolicies(executor: Executor, spenders: readonly Spender[]): Promise<KnownPolicies> {
  const { rows } = await sql<PolicyRow>`${policiesOf(spenders)} for update of p`.execute(executor);
  return { policies: rows.map(policyOf), groupByKey: await findGroups(executor, spenders) };
}

async function findGroups(executor: Executor, spenders: readonly Spender[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key_id: string; name: string }>`
    select key_id, name from key_groups where key_id = any (${spenders.map(({ keyId }) => keyId)}::uuid[])`.execute(
    executor,
  );
  return new Map(rows.map((row) => [row.key_id, row.name]));
}

/** Writes the next version while the row is locked. */
export async function writePolicy(
  executor: Executor,
  of: Subject,
  wanted: { id: string; rules: PolicyRules; by: string; now: Date },
): Promise<PolicyRow> {
  const { rows } = await sql<PolicyRow>`
    with written as (
      insert into policies as p (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      values (${wanted.id}, ${of.accountId}, ${of.world}, ${of.scope}, ${of.subject}, 1, ${JSON.stringify(wanted.rules)}::jsonb,
        ${wanted.rules.frozen ?? false}, ${wanted.by}, ${wanted.now}, ${wanted.now})
      on conflict (account_id, world, scope, subject) do update set version = p.version + 1, rules = excluded.rules,
        is_frozen = excluded.is_frozen, updated_by = excluded.updated_by, updated_at = excluded.updated_at
      returning *
    ),
    kept as (
      insert into policy_versions (policy_id, version, account_id, world, scope, subject, rules, updated_by, created_at)
      select id, version, account_id, world, scope, subject, rules, updated_by, updated_at from written
    )
    select * from written`.execute(executor);
  const [row] = rows;
  if (!row) throw new Error('The policy was saved but not returned.');
  return row;
}

export async function deletePolicy(executor: Executor, of: Subject, by: string, now: Date): Promise<PolicyRow | null> {
  const { rows } = await sql<PolicyRow>`
    with gone as (
      delete from policies where account_id = ${of.accountId} and world = ${of.world} and scope = ${of.scope}
        and subject = ${of.subject} returning *
    ),
    kept as (
      insert into policy_versions (policy_id, version, account_id, world, scope, subject, rules, updated_by, created_at)
      select id, version + 1, account_id, world, scope, subject, null, ${by}, ${now} from gone
    )
    select * from gone`.execute(executor);
  return rows[0] ?? null;
}

/** SQL: whether a policy that applies to the order is frozen. Agents' orders have their own policy. */
export const orderIsFrozen = (order: Relation<'id' | 'account_id' | 'world' | 'api_key_id'>): string => `(exists (
  select from policies frozen where frozen.is_frozen and frozen.account_id = '${agentsAccountId}' and frozen.world = ${order.column('world')}
    and exists (select from agent_orders where agent_orders.order_id = ${order.column('id')})) or exists (
  select from policies frozen where frozen.is_frozen and frozen.account_id = ${order.column('account_id')} and frozen.world = ${order.column('world')}
    and (frozen.scope = 'account' or (frozen.scope = 'key' and frozen.subject = ${order.column('api_key_id')}::text)
      or (frozen.scope = 'group' and frozen.subject = (select name from key_groups where key_id = ${order.column('api_key_id')})))))`;

/** SQL: whether the account has a policy. */
export const hasPolicies = (row: Relation<'account_id' | 'world'>): string =>
  `exists (select from policies where policies.account_id = ${row.column('account_id')} and policies.world = ${row.column('world')})`;

/** The recipient and address, without the phone number, which does not decide where a parcel goes. */
export interface KnownAddress {
  first_name: string;
  last_name: string;
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
}

export interface PurchaseDestination {
  retailer: string;
  address: KnownAddress;
}

export interface DestinationFacts {
  isNewRetailer: boolean;
  isNewAddress: boolean;
}

/** SQL: the order was approved by a person, or placed. An open order makes nothing known. */
export const wasApprovedOrBought = (order: Relation<'id' | 'status'>): RawBuilder<unknown> =>
  sql.raw(`(${order.column('status')} = 'order_placed' or exists (
    select from order_actions a where a.order_id = ${order.column('id')} and a.is_approved))`);

/**
 * Normalizes case, spaces and punctuation. Drops only listed characters, so two letters that the collation does not
 * know never become equal.
 */
const foldedText = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`btrim(regexp_replace(regexp_replace(
  lower(normalize(${text}, NFKC)), '([a-z])[.''’]', '\\1', 'g'), '[\\s.,;:#''’"()/_-]+', ' ', 'g'))`;

/** The compared parts of an address: recipient, lines, city and state. */
const comparedAddressParts: (keyof KnownAddress)[][] = [
  ['first_name', 'last_name'],
  ['address_line1', 'address_line2'],
  ['city'],
  ['state'],
];

const foldedCode = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(lower(${text}), ' .-', '')`;

/** Country and postal code first: they are cheap and leave few orders. */
const isSameAddress = (address: KnownAddress): RawBuilder<unknown> => sql`
  shipping_address ->> 'country' = ${address.country}
    and ${foldedCode(sql`shipping_address ->> 'postal_code'`)} = ${foldedCode(sql`${address.postal_code}::text`)}
    and ${isSameText(address)}`;

const isSameText = (address: KnownAddress): RawBuilder<unknown> =>
  sql.join(
    comparedAddressParts.map((fields) => {
      const kept = sql.join(
        fields.map((field) => sql`shipping_address ->> ${sql.lit(field)}`),
        sql`, `,
      );
      const given = fields.map((field) => address[field] ?? '').join(' ');
      return sql`${foldedText(sql`concat_ws(' ', ${kept})`)} = ${foldedText(sql`${given}::text`)}`;
    }),
    sql` and `,
  );

/** Whether the account bought there before, and shipped to this recipient and address. */
export async function findDestinationFacts(
  executor: Executor,
  of: { accountId: string; world: World },
  { retailer, address }: PurchaseDestination,
): Promise<DestinationFacts> {
  const mine = sql`account_id = ${of.accountId} and world = ${of.world} and ${wasApprovedOrBought(relation('o'))}`;
  const { rows } = await sql<{ knows_retailer: boolean; knows_address: boolean }>`
    select exists (select from order_summaries o where ${mine} and retailer = ${retailer}) as knows_retailer,
      exists (select from order_summaries o where ${isSameAddress(address)} and ${mine}) as knows_address`.execute(
    executor,
  );
  return { isNewRetailer: !rows[0]?.knows_retailer, isNewAddress: !rows[0]?.knows_address };
}

export interface ReservedRow extends JsonRow<'reserved_spend'> {
  world: World;
}

export async function insertReserved(executor: Executor, reserved: ReservedRow[]): Promise<void> {
  await sql`
    insert into reserved_spend select * from json_to_recordset(${JSON.stringify(reserved)}::json)
      as row (order_id uuid, account_id uuid, world text, key_id uuid, cents bigint, created_at timestamptz)`.execute(
    executor,
  );
}

/** Their orders exist now and are counted themselves. */
export async function deleteReserved(executor: Executor, orderIds: string[]): Promise<void> {
  await sql`delete from reserved_spend where order_id = any (${orderIds}::uuid[])`.execute(executor);
}

/** True once per threshold and period. */
export async function insertAlert(
  executor: Executor,
  alert: { policyId: string; rule: string; periodStart: string; percent: number },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into policy_alerts (policy_id, rule, period_start, percent, created_at)
    values (${alert.policyId}, ${alert.rule}, ${alert.periodStart}, ${alert.percent}, ${now})
    on conflict do nothing`.execute(executor);
  return numAffectedRows === 1n;
}

export interface PastOrder {
  id: string;
  retailer: string;
  country: string;
  cents: number;
  quantity: number;
  reason: string | null;
  created_at: Date;
}

/** Recent orders, to preview a policy. */
export async function listPastOrders(executor: Executor, of: Subject, since: Date): Promise<PastOrder[]> {
  const keyId = of.scope === 'key' ? of.subject : null;
  const group = of.scope === 'group' ? of.subject : null;
  const { rows } = await sql<PastOrder>`
    select id, retailer, shipping_address ->> 'country' as country, max_price_cents + fee_cents as cents,
      (select coalesce(sum(quantity), 0) from ordered_items where order_id = o.id)::int as quantity,
      metadata ->> 'reason' as reason, created_at
    from order_summaries o where account_id = ${of.accountId} and world = ${of.world} and created_at >= ${since}
      and (${keyId}::uuid is null or api_key_id = ${keyId}::uuid)
      and (${group}::text is null or api_key_id in (
        select key_id from key_groups where account_id = ${of.accountId} and name = ${group}))
    order by created_at limit 5000`.execute(executor);
  return rows;
}

/** SQL: whether the order counts toward a budget without a period. */
export const isCountedForever = (order: Relation<'id' | 'account_id' | 'world'>): string => `exists (
  select from policies p where p.world = ${order.column('world')} and (p.account_id = ${order.column('account_id')}
      or (p.account_id = '${agentsAccountId}' and exists (select from agent_orders a where a.order_id = ${order.column('id')})))
    and p.rules @? '$.windows[*] ? (@.per == "total")')`;
