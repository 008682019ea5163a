import { hash } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import { addCents, type Cents, zeroCents } from '../../../kit/money.ts';
import { nextTurn } from '../../../kit/next-turn.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { findRetailersOfAccounts, fitsRetailer } from '../../catalog/retailer-accounts/index.ts';
import { type CardRow, listCards } from '../../money/top-ups/index.ts';
import { findWallet, holdFor } from '../../money/wallet/index.ts';
import { type Belongings, type CheckedRow, type CheckNeeds, checkRow } from './check-row.ts';
import { type Column, columnCollector } from './columns.ts';
import type { Cells, ReadRow } from './read-row.ts';
import { rowTexts } from './row-texts.ts';

export interface ValidateNeeds extends CheckNeeds {
  db: Db;
  clock: Clock;
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
  /** The most that the valid rows can cost. */
  estimate: Cents;
  /** The part that the wallet pays. Cards pay the rest. */
  fromWallet: Cents;
  /** The caller's cards, the default first. */
  cards: readonly CardRow[];
  available: number;
}

export const isPlaceable = (batch: ValidatedBatch): boolean =>
  batch.validRows === batch.rows.length && batch.fromWallet <= batch.available;

/** Almost nothing costs less than a dollar with shipping, so the file probably has dollars instead of cents. */
const tinyPriceCents = 100;

/** Rows to check before other requests get a turn, a few milliseconds. */
export const rowsPerTurn = 5;

/** One file at a time. Otherwise every file would get a turn before other requests do. */
const singleFileQueue = createConcurrencyLimit(1);
const fewRows = 200;

/** Checks every row and the funds. Writes nothing. */
export async function validateBatch(needs: ValidateNeeds, caller: Caller, upload: Upload): Promise<ValidatedBatch> {
  const validate = () => checkRows(needs, caller, upload);
  return upload.rows.length <= fewRows ? validate() : singleFileQueue.run(validate);
}

async function checkRows(needs: ValidateNeeds, caller: Caller, upload: Upload): Promise<ValidatedBatch> {
  const columns = await collectColumns(upload.rows);
  const retailerByAccount = await findRetailersOfAccounts(needs.db, caller, accountIdsOf(upload.rows, columns));
  const paysByCard = columns.some(({ target }) => target?.kind === 'field' && target.field.startsWith('payment_'));
  const cards = paysByCard ? await listCards(needs.db, caller, needs.clock.now()) : [];
  const belongings: Belongings = {
    isUsable: (id, retailer) => retailerByAccount.has(id) && fitsRetailer(retailerByAccount.get(id) ?? null, retailer),
    findCard: (id) => findCardIn(cards, id),
  };
  const firstIndexByCells = new Map<string, number>();
  const rows: ValidatedRow[] = [];
  let estimate = zeroCents;
  let fromWallet = zeroCents;
  let validRows = 0;
  for (const [index, cells] of upload.rows.entries()) {
    if (index % rowsPerTurn === 0) await nextTurn();
    const { read, errors, order } = checkRow(needs, caller, cells, columns, belongings);
    const { isEmpty, body, productUrls, quantities, passthrough } = read;
    const duplicateOf = findEarlierRow(firstIndexByCells, fingerprint(cellsOf(cells, columns)), index);
    const tinyCents = order && order.orderRequest.maxPrice < tinyPriceCents ? order.orderRequest.maxPrice : null;
    const warnings = [
      ...(duplicateOf === null || isEmpty ? [] : [rowTexts.duplicateOf(duplicateOf)]),
      ...(tinyCents === null ? [] : [rowTexts.tinyPrice(read.columnOf('max_price'), tinyCents)]),
    ];
    rows.push({ read: { body, productUrls, quantities, passthrough }, errors, order, warnings });
    if (!order) continue;
    validRows += 1;
    const cents = holdFor(order.orderRequest.maxPrice, order.orderRequest.fee);
    estimate = addCents(estimate, cents);
    if (!order.orderRequest.card) fromWallet = addCents(fromWallet, cents);
  }
  const wallet = await findWallet(needs.db, caller.accountId, caller.world);
  const { available_cents: available } = wallet;
  return { filename: upload.filename, columns, rows, validRows, estimate, fromWallet, cards, available };
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
