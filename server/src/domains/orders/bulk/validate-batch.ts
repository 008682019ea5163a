import { hash } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import { addCents, type Cents, toCents, zeroCents } from '../../../kit/money.ts';
import { nextTurn } from '../../../kit/next-turn.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Db, Executor } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { findRetailersOfAccounts, fitsRetailer } from '../../catalog/retailer-accounts/index.ts';
import { type CardRow, listCards } from '../../money/top-ups/index.ts';
import { findCurrencyWallet, findWallet, type Rates } from '../../money/wallet/index.ts';
import { createExchanger, type OrderRequest, type Priced } from '../orders/index.ts';
import { type Belongings, type CheckedRow, type CheckNeeds, checkRow } from './check-row.ts';
import { type Column, columnCollector } from './columns.ts';
import type { Cells, ReadRow } from './read-row.ts';
import { rowTexts } from './row-texts.ts';

export interface ValidateNeeds extends CheckNeeds {
  db: Db;
  clock: Clock;
  rates: Rates;
}

export interface Upload {
  filename: string | null;
  rows: Cells[];
}

/** Only what is needed of a row, since there can be ten thousand. */
export interface ValidatedRow extends Omit<CheckedRow, 'read'> {
  read: Pick<ReadRow, 'body' | 'productUrls' | 'quantities' | 'passthrough'>;
  /** Warnings that don't stop the row. */
  warnings: string[];
}

export interface ValidatedBatch {
  filename: string | null;
  columns: Column[];
  rows: ValidatedRow[];
  validRows: number;
  /** The most that the valid rows can cost, in US cents. */
  estimate: Cents;
  /** What each wallet pays, US dollars first. Cards pay the rest. */
  holds: readonly WalletHold[];
  /** The caller's cards, the default first. */
  cards: readonly CardRow[];
}

/** What a batch puts on hold in one wallet, in the minor unit of its currency. Currencies are never added. */
export interface WalletHold {
  currency: string;
  amount: Cents;
  available: number;
}

export const isCovered = ({ holds }: Pick<ValidatedBatch, 'holds'>): boolean =>
  holds.every(({ amount, available }) => amount <= available);

/** Other wallets pay only what they cover. If one no longer does, its reservation fails. */
export const isPlaceable = (batch: ValidatedBatch): boolean =>
  batch.validRows === batch.rows.length &&
  isCovered({ holds: batch.holds.filter(({ currency }) => currency === 'USD') });

/** The most that a row can cost, in US cents. */
const costOf = ({ max_price_cents: most, fee_cents: fee }: Priced): Cents => toCents(most + fee);

/** What a row puts on hold, and in which wallet; null if a card pays. */
function holdOf({ orderRequest, priced }: NonNullable<ValidatedRow['order']>): Omit<WalletHold, 'available'> | null {
  if (orderRequest.card) return null;
  const { exchange } = priced;
  if (!exchange || exchange.wallet === 'USD') return { currency: 'USD', amount: costOf(priced) };
  return { currency: exchange.wallet, amount: toCents(exchange.hold + exchange.fee) };
}

/** The sums of these rows: what they can cost, and what each wallet pays. */
export async function sumRows(db: Executor, caller: Caller, rows: readonly ValidatedRow[]) {
  const orders = rows.flatMap(({ order }) => (order ? [order] : []));
  const amounts = new Map<string, Cents>([['USD', zeroCents]]);
  for (const hold of orders.map(holdOf)) {
    if (hold) amounts.set(hold.currency, addCents(amounts.get(hold.currency) ?? zeroCents, hold.amount));
  }
  const holds: WalletHold[] = [];
  for (const [currency, amount] of amounts) {
    holds.push({ currency, amount, available: await findAvailable(db, caller, currency) });
  }
  const estimate = orders.reduce((sum, { priced }) => addCents(sum, costOf(priced)), zeroCents);
  return { validRows: orders.length, estimate, holds };
}

async function findAvailable(db: Executor, caller: Caller, currency: string): Promise<number> {
  if (currency === 'USD') return (await findWallet(db, caller.accountId, caller.world)).available_cents;
  return (await findCurrencyWallet(db, { ...caller, currency }))?.available ?? 0;
}

/** Almost nothing costs less than a dollar with shipping, so the file probably has dollars instead of cents. */
const tinyPriceCents = 100;

/** Rows to check before other requests get a turn, a few milliseconds. */
export const rowsPerTurn = 5;

/** One file at a time. Otherwise every file would get a turn before other requests do. */
const singleFileQueue = createConcurrencyLimit(1);
const fewRows = 200;

/** Checks every row and the funds. Writes nothing. `isUsdOnly`: wallets in other currencies pay nothing. */
export async function validateBatch(
  needs: ValidateNeeds,
  caller: Caller,
  upload: Upload,
  isUsdOnly = false,
): Promise<ValidatedBatch> {
  const validate = () => checkRows(needs, caller, upload, isUsdOnly);
  return upload.rows.length <= fewRows ? validate() : singleFileQueue.run(validate);
}

async function checkRows(
  needs: ValidateNeeds,
  caller: Caller,
  upload: Upload,
  isUsdOnly: boolean,
): Promise<ValidatedBatch> {
  const columns = await collectColumns(upload.rows);
  const retailerByAccount = await findRetailersOfAccounts(needs.db, caller, accountIdsOf(upload.rows, columns));
  const paysByCard = columns.some(({ target }) => target?.kind === 'field' && target.field.startsWith('payment_'));
  const cards = paysByCard ? await listCards(needs.db, caller, needs.clock.now()) : [];
  const { exchange } = createExchanger({ database: needs, rates: needs.rates }, caller, { isUsdOnly });
  const belongings: Belongings = {
    exchange,
    isUsable: (id, retailer) => retailerByAccount.has(id) && fitsRetailer(retailerByAccount.get(id) ?? null, retailer),
    findCard: (id) => findCardIn(cards, id),
  };
  const firstIndexByCells = new Map<string, number>();
  const rows: ValidatedRow[] = [];
  for (const [index, cells] of upload.rows.entries()) {
    if (index % rowsPerTurn === 0) await nextTurn();
    const { read, errors, order } = await checkRow(needs, caller, cells, columns, belongings);
    const { isEmpty, body, productUrls, quantities, passthrough } = read;
    const duplicateOf = findEarlierRow(firstIndexByCells, fingerprint(cellsOf(cells, columns)), index);
    const tinyCents = order ? tinyPriceOf(order.orderRequest) : null;
    const warnings = [
      ...(duplicateOf === null || isEmpty ? [] : [rowTexts.duplicateOf(duplicateOf)]),
      ...(tinyCents === null ? [] : [rowTexts.tinyPrice(read.columnOf('max_price'), tinyCents)]),
    ];
    rows.push({ read: { body, productUrls, quantities, passthrough }, errors, order, warnings });
  }
  return { filename: upload.filename, columns, rows, ...(await sumRows(needs.db, caller, rows)), cards };
}

function tinyPriceOf({ maxPrice, maxPriceCurrency = 'USD' }: OrderRequest): Cents | null {
  return maxPriceCurrency === 'USD' && maxPrice < tinyPriceCents ? maxPrice : null;
}

/** The named card, or the default. */
export const findCardIn = (cards: readonly CardRow[], id: string | null): CardRow | undefined =>
  id === null ? cards[0] : cards.find((card) => card.id === id);

async function collectColumns(rows: readonly Cells[]): Promise<Column[]> {
  const collected = columnCollector();
  for (const [index, row] of rows.entries()) {
    if (index % (20 * rowsPerTurn) === 0) await nextTurn();
    collected.add(row);
  }
  return collected.columns();
}

/** Cells in the order of the file's columns. */
export function cellsOf(cells: Cells, columns: readonly Column[]): (string | null)[] {
  return columns.map(({ name }) => (Object.hasOwn(cells, name) ? (cells[name] ?? null) : null));
}

/** Short, because ten thousand are kept. */
const fingerprint = (cells: (string | null)[]): string => hash('sha256', JSON.stringify(cells), 'base64');

/** The first row with the same cells; null if this is the first. */
function findEarlierRow(firstIndexByCells: Map<string, number>, cells: string, index: number): number | null {
  const first = firstIndexByCells.get(cells);
  if (first === undefined) firstIndexByCells.set(cells, index);
  return first ?? null;
}

function accountIdsOf(rows: readonly Cells[], columns: readonly Column[]): string[] {
  const names = columns
    .filter(({ target }) => target?.kind === 'field' && target.field === 'retailer_credentials_id')
    .map(({ name }) => name);
  const ids = rows.flatMap((row) => names.map((name) => (Object.hasOwn(row, name) ? (row[name] ?? '').trim() : '')));
  return [...new Set(ids)].filter((id) => id !== '');
}
