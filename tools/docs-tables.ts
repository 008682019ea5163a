// Tables in docs/ that are generated from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { eventTypes } from '../server/src/events/index.ts';
import { legacyFields } from '../server/src/legacy/order-fields.ts';
import { failureReasons } from '../server/src/wire/failure-reasons.ts';
import { tableOfKinds } from './stores-table.ts';

const code = (text: string): string => `\`${text}\``;

/** The first row is the header. */
const tables: { page: string; name: string; rows(): string[][] }[] = [
  { page: 'stores.md', name: 'table of kinds', rows: tableOfKinds },
  {
    page: 'interface/orders.md',
    name: 'failure reasons',
    rows: () => [
      ['`error_type`', 'Meaning', 'What to do'],
      ...Object.entries(failureReasons).map(([name, { meaning, advice }]) => [code(name), meaning, advice]),
    ],
  },
  {
    page: 'interface/legacy.md',
    name: 'codes of failure reasons',
    rows: () => [
      ["The order's `error_type`", 'Code'],
      ...Object.entries(failureReasons).map(([name, { legacyCode }]) => [code(name), code(legacyCode)]),
    ],
  },
  {
    page: 'interface/legacy.md',
    name: 'fields of an order',
    rows: () => [
      ['Field of the order', 'In `/v1`'],
      ...Object.entries(legacyFields).map(([name, place]) => [code(name), place === null ? '' : code(place)]),
    ],
  },
  {
    page: 'interface/webhooks.md',
    name: 'event types',
    rows: () => [
      ['Type', 'Sent when'],
      ...Object.entries(eventTypes).map(([name, { description }]) => [code(name), description]),
    ],
  },
];

const fileOf = (page: string): URL => new URL(`../docs/${page}`, import.meta.url);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function withTable(text: string, { page, name, rows }: (typeof tables)[number]): string {
  const begin = `<!-- ${name}: written by npm run openapi -->`;
  const end = `<!-- end of the ${name} -->`;
  const [before, rest = ''] = text.split(begin);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined) throw new Error(`docs/${page} has no marks for its ${name}.`);
  const [head = [], ...body] = rows();
  const table = [head, head.map(() => '---'), ...body].map(row).join('\n');
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

/** Pages that differ from the code, with their new text. */
export function stalePages(): { page: string; text: string }[] {
  const pages = [...new Set(tables.map(({ page }) => page))];
  return pages.flatMap((page) => {
    const written = readFileSync(fileOf(page), 'utf8');
    const text = tables.filter((table) => table.page === page).reduce(withTable, written);
    return text === written ? [] : [{ page, text }];
  });
}

export function writeTables(): void {
  for (const { page, text } of stalePages()) writeFileSync(fileOf(page), text);
}
