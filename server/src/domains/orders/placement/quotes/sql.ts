import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor, Row } from '../../../../platform/database/index.ts';
import type { OrderExchange, QuotedCart } from '../../orders/index.ts';

export interface QuoteRow extends Row<'quotes'> {
  cart: QuotedCart | null;
  exchange: OrderExchange | null;
}

export async function insertQuote(executor: Executor, quote: QuoteRow): Promise<void> {
  await sql`
    insert into quotes (id, account_id, world, digest, total_cents, cart, exchange, test_clock, created_at, expires_at)
    values (${quote.id}, ${quote.account_id}, ${quote.world}, ${quote.digest}, ${quote.total_cents},
      ${JSON.stringify(quote.cart)}::jsonb, ${quote.exchange && JSON.stringify(quote.exchange)}::jsonb, ${quote.test_clock},
      ${quote.created_at}, ${quote.expires_at})`.execute(executor);
}

export async function findQuote(
  executor: Executor,
  owner: { accountId: string; world: World },
  id: string,
): Promise<QuoteRow | null> {
  const { rows } = await sql<QuoteRow>`
    select * from quotes where id = ${id} and account_id = ${owner.accountId} and world = ${owner.world}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function pruneQuotes(executor: Executor, before: Date): Promise<void> {
  await sql`delete from quotes where expires_at < ${before}`.execute(executor);
}

export async function eraseQuotesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from quotes where account_id = ${accountId}`.execute(executor);
}
