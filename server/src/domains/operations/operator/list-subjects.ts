import { csvRow } from '../../../kit/csv.ts';
import { writeInPieces } from '../../../kit/write-in-pieces.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { listReturns, type ReturnRow } from '../../delivery/returns/index.ts';
import { findOrdersLike, isLate } from '../../orders/orders/index.ts';
import { loadOwned, presentOwner } from './load-owned.ts';
import { presentMove, presentOrderRow } from './present.ts';
import {
  type AnyMoveFilter,
  type AnyOrderFilter,
  listCustomers,
  type Scan,
  scanMoves,
  scanOrders,
} from './sql-lists.ts';
import { loadMoves } from './sql-subjects.ts';

/** A page of a list: its rows, where the next page starts, and the time up to which it searched. */
export interface ListedPage<Row> {
  rows: Row[];
  next: string | null;
  scanned_until: string | null;
}

type Reader<Row> = (after: string | null, limit: number) => Promise<ListedPage<Row>>;

const pageOf = <Id, Row>({ next, scannedUntil }: Scan<Id>, rows: Row[]): ListedPage<Row> => ({
  rows,
  next: next === null ? null : String(next),
  scanned_until: scannedUntil?.toISOString() ?? null,
});

const searchedMost = 50;

/** Orders of all accounts. A search returns the newest matches as one page. */
export const readAnyOrders =
  (executor: Executor, filter: AnyOrderFilter & { search?: string | undefined }): Reader<ListedOrder> =>
  async (after, limit) => {
    const found = filter.search === undefined ? null : await findOrdersLike(executor, filter.search, searchedMost);
    const page = found
      ? { ids: found, next: null, scannedUntil: null }
      : await scanOrders(executor, filter, after, limit);
    const orders = await loadOwned(executor, page.ids);
    const rows = page.ids.flatMap((id) => {
      const owned = orders.get(id);
      const isMeant = owned && (!found || isOfFilter(owned.order, filter));
      return isMeant ? [presentListedOrder(owned)] : [];
    });
    return pageOf(page, rows);
  };

type Owned = Parameters<typeof presentOwner>[0];

const isOfFilter = (order: Owned['order'], f: AnyOrderFilter): boolean =>
  order.world === f.world &&
  (!f.accountId || order.account_id === f.accountId) &&
  (!f.status || order.status === f.status) &&
  (!f.isLate || isLate(order)) &&
  (!f.retailer || order.retailer === f.retailer);

const presentListedOrder = (owned: Owned) => ({
  ...presentOwner(owned),
  ...presentOrderRow(owned.order),
  refunded_cents: owned.order.partly_refunded_cents,
  error_type: owned.order.job_result?.error_type ?? null,
});
export type ListedOrder = ReturnType<typeof presentListedOrder>;

export const readAnyMoves =
  (executor: Executor, filter: AnyMoveFilter): Reader<ListedMove> =>
  async (after, limit) => {
    const page = await scanMoves(executor, filter, after === null ? null : Number(after), limit);
    const moves = await loadMoves(executor, page.ids, filter.currency);
    const emails = await findAccountEmails(
      executor,
      moves.map((move) => move.account_id),
    );
    return pageOf(
      page,
      moves.map((move) => ({
        ...presentMove(move, filter.currency),
        account_id: move.account_id,
        account_email: emails.get(move.account_id) ?? null,
      })),
    );
  };

export type ListedMove = ReturnType<typeof presentMove> & Pick<ListedOrder, 'account_id' | 'account_email'>;

export const readCustomers =
  (executor: Executor, filter: Parameters<typeof listCustomers>[1]): Reader<ListedCustomer> =>
  async (after, limit) => {
    const found = await listCustomers(executor, filter, after, limit + 1);
    const rows = found.slice(0, limit).map(presentListedCustomer);
    return { rows, next: found.length > limit ? (rows.at(-1)?.account_email ?? null) : null, scanned_until: null };
  };

type CustomerRow = Awaited<ReturnType<typeof listCustomers>>[number];

const presentListedCustomer = ({ id, email, ...row }: CustomerRow) => ({
  account_id: id,
  account_email: email,
  available_cents: row.available_cents,
  held_cents: row.held_cents,
  last_order_at: row.last_order_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
export type ListedCustomer = ReturnType<typeof presentListedCustomer>;

export const readAnyReturns =
  (executor: Executor, status: ReturnRow['status'] | undefined): Reader<ListedReturn> =>
  async (after, limit) => {
    const page = { limit, offset: 0, ...(after === null ? {} : { after }) };
    const { rows } = await listReturns(executor, { owner: null, status }, page);
    const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
    return { rows: rows.map(presentListedReturn), next, scanned_until: null };
  };

const presentListedReturn = (row: ReturnRow) => ({
  id: row.id,
  order_id: row.order_id,
  world: row.world,
  account_id: row.account_id,
  status: row.status,
  reason: row.reason,
  credited_cents: row.credited_cents,
  created_at: row.created_at.toISOString(),
});
export type ListedReturn = ReturnType<typeof presentListedReturn>;

const rowsAtOnce = 200;

/** A whole list as CSV. Read in pages, to use little memory. */
export async function* exportList<Row extends object>(
  columns: readonly (keyof Row & string)[],
  read: Reader<Row>,
): AsyncGenerator<string> {
  yield csvRow(columns);
  for (let after: string | null = null; ; ) {
    const page: ListedPage<Row> = await read(after, rowsAtOnce);
    yield* writeInPieces(page.rows, (row) => csvRow(columns.map((name) => cellOf(row[name]))));
    if (page.next === null) return;
    after = page.next;
  }
}

const cellOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
