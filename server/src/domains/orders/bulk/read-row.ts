import { fulfillmentConcerns } from '../orders/index.ts';
import type { Column, Field } from './columns.ts';
import { rowTexts } from './row-texts.ts';

export type Cells = Record<string, string>;

interface Cell {
  column: string;
  text: string;
}

/** A row as an order, as far as its cells could be read. The rules of orders come next. */
export interface ReadRow {
  isEmpty: boolean;
  body: Record<string, unknown>;
  productUrls: string[];
  /** One per product; 0 if the cell is not a number. */
  quantities: number[];
  /** The columns of the products. */
  productColumns: { url: string; quantity: string }[];
  /** The column for a first product. */
  productColumn: string;
  /** The column of a field as this file calls it, or its standard name. */
  columnOf(field: Field): string;
  passthrough: Cells;
  problems: string[];
  /** Fields whose problem was already reported. */
  explained: Set<Field>;
}

export function readRow(row: Cells, columns: readonly Column[]): ReadRow {
  const sorted = sortCells(row, columns);
  const { cells, problems } = sorted;
  const explained = new Set<Field>();
  const text = (field: Field): string | undefined => cells.get(field)?.text;
  const addProblem = (field: Field, problem: string): void => {
    problems.push(problem);
    explained.add(field);
  };
  const products = readProducts(sorted.urls, sorted.quantities, problems);
  const headers = headersOf(columns);
  const name = readName(cells, headers, addProblem);
  const phone = text('phone');
  return {
    isEmpty: sorted.isEmpty,
    body: {
      products: products.map(({ url, quantity }) => ({ url, quantity })),
      shipping_address: {
        ...name,
        address_line1: text('address1'),
        address_line2: text('address2') ?? null,
        city: text('city'),
        state: text('state') ?? null,
        postal_code: text('zip'),
        country: text('country')?.toUpperCase(),
        ...(phone === undefined ? {} : { phone_number: phone }),
      },
      max_price: readPrice(cells.get('max_price'), addProblem),
      ...readCurrency(text('max_price_currency')),
      retailer_credentials_id: text('retailer_credentials_id') ?? null,
      po_number: text('po_number') ?? null,
      tax_id: text('tax_id') ?? null,
      is_gift: readFlag(cells.get('is_gift'), addProblem),
      gift_message: text('gift_message') ?? null,
      fulfillment: readFulfillment(cells, addProblem),
      ...readPayment(text('payment_mode'), text('payment_method')),
    },
    productUrls: products.map((product) => product.url),
    quantities: products.map((product) => product.quantity ?? 0),
    productColumns: products.map((product) => product.columns),
    productColumn: headers.product,
    columnOf: (field) => cells.get(field)?.column ?? headers.of(field) ?? field,
    passthrough: sorted.passthrough,
    problems,
    explained,
  };
}

/** The names that this file uses. */
function headersOf(columns: readonly Column[]) {
  return {
    product: columns.find(({ target }) => target?.kind === 'product')?.name ?? 'product_url',
    of: (field: Field): string | undefined =>
      columns.find(({ target }) => target?.kind === 'field' && target.field === field)?.name,
  };
}

/** Blank cells count as missing. Two columns for one field must agree. */
function sortCells(row: Cells, columns: readonly Column[]) {
  const cells = new Map<Field, Cell>();
  const urls = new Map<number, Cell>();
  const quantities = new Map<number, Cell>();
  const passthrough: Cells = {};
  const problems: string[] = [];
  let isEmpty = true;
  const addCell = <Key>(map: Map<Key, Cell>, key: Key, cell: Cell): void => {
    const known = map.get(key);
    if (known && known.text !== cell.text) problems.push(rowTexts.conflict(known.column, cell.column));
    else map.set(key, cell);
  };
  for (const { name, target } of columns) {
    const raw = Object.hasOwn(row, name) ? row[name] : undefined;
    if (raw === undefined) continue;
    const text = raw.trim();
    if (text !== '') isEmpty = false;
    if (target === null) passthrough[name] = raw;
    else if (text === '') continue;
    else if (target.kind === 'field') addCell(cells, target.field, { column: name, text });
    else addCell(target.kind === 'product' ? urls : quantities, target.number, { column: name, text });
  }
  return { cells, urls, quantities, passthrough, problems, isEmpty };
}

interface ReadProduct {
  url: string;
  /** Undefined if the cell is not a number, which is reported. */
  quantity: number | undefined;
  columns: { url: string; quantity: string };
}

/** "quantity" belongs to "product_url", or to "product_url_1" if that is the first. Blank means one. */
function readProducts(urls: Map<number, Cell>, quantities: Map<number, Cell>, problems: string[]): ReadProduct[] {
  const unused = new Map(quantities);
  const nextCell = (number: number): Cell | undefined => {
    const cell = unused.get(number);
    unused.delete(number);
    return cell;
  };
  const products = [...urls].sort(([a], [b]) => a - b);
  const read = products.map(([number, { column, text }]) => {
    const other = number === 0 && !urls.has(1) ? 1 : number === 1 && !urls.has(0) ? 0 : number;
    const cell = nextCell(number) ?? nextCell(other);
    const quantity = cell === undefined ? 1 : wholeNumber(cell.text);
    if (cell && quantity === undefined) problems.push(rowTexts.quantity(cell.column, cell.text));
    return { url: text, quantity, columns: { url: column, quantity: cell?.column ?? 'quantity' } };
  });
  if (urls.size > 0) for (const { column } of unused.values()) problems.push(rowTexts.quantityAlone(column));
  return read;
}

function readName(
  cells: Map<Field, Cell>,
  headers: ReturnType<typeof headersOf>,
  addProblem: (field: Field, problem: string) => void,
) {
  const first = cells.get('first_name')?.text;
  const last = cells.get('last_name')?.text;
  const whole = cells.get('name');
  if ((first !== undefined && last !== undefined) || whole === undefined) {
    if (first === undefined && last === undefined) {
      addProblem('first_name', rowTexts.missing(headers.of('name') ?? headers.of('first_name') ?? 'name'));
    }
    return { first_name: first, last_name: last };
  }
  const parts = whole.text.split(/\s+/);
  if (parts.length === 1) addProblem('last_name', rowTexts.oneName(whole.column, whole.text));
  return {
    first_name: parts.slice(0, -1).join(' ') || whole.text,
    last_name: parts.length > 1 ? parts.at(-1) : undefined,
  };
}

function readPrice(cell: Cell | undefined, addProblem: (field: Field, problem: string) => void): number | undefined {
  if (cell === undefined) return undefined;
  const cents = wholeNumber(cell.text);
  if (cents === undefined) addProblem('max_price', rowTexts.price(cell.column, cell.text));
  return cents;
}

const readCurrency = (code: string | undefined) =>
  code === undefined ? {} : { max_price_currency: code.toUpperCase() };

/** A named card pays. Without both columns, the wallet pays. */
function readPayment(mode: string | undefined, method: string | undefined) {
  if (mode === undefined && method === undefined) return {};
  return {
    payment: { mode: mode?.toLowerCase() ?? 'card', ...(method === undefined ? {} : { payment_method: method }) },
  };
}

const flagsByWord = new Map([
  ...['yes', 'y', 'true', 'x', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

function readFlag(cell: Cell | undefined, addProblem: (field: Field, problem: string) => void): boolean {
  if (cell === undefined) return false;
  const flag = flagsByWord.get(cell.text.toLowerCase());
  if (flag === undefined) addProblem('is_gift', rowTexts.flag(cell.column, cell.text));
  return flag ?? false;
}

/** Null if the row has no such cell. */
function readFulfillment(cells: Map<Field, Cell>, addProblem: (field: Field, problem: string) => void) {
  const modes = fulfillmentConcerns.flatMap((concern) => {
    const field: Field = `fulfillment_${concern}`;
    const cell = cells.get(field);
    if (cell === undefined) return [];
    const mode = cell.text.toLowerCase().replaceAll(/[\s-]+/g, '_');
    if (mode === 'best_effort' || mode === 'strict') return [[concern, mode] as const];
    addProblem(field, rowTexts.fulfillment(cell.column, cell.text));
    return [];
  });
  return modes.length === 0 ? null : Object.fromEntries(modes);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
