// The browser build runs everywhere. The dashboard reads files with it too.
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** Why a file cannot be read as a table, and what to do about it. */
export class UnreadableFile extends Error {}

export interface CsvFile {
  columns: string[];
  rows: Record<string, string>[];
  /** The line of the file that each row starts on, so that people can find it. */
  lineNumbers: number[];
}

/** Reads a table as spreadsheet programs save it: with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252. */
export function readCsv(bytes: Uint8Array): CsvFile {
  refuseWorkbook(bytes);
  const text = decode(bytes);
  const [first = '', second = ''] = text.split('\n', 2);
  // Excel writes and reads its separator on a line of its own.
  const declared = /^"?sep=(.)"?$/i.exec(first)?.[1];
  const header = declared ? second : first;
  const table = declared ? text.slice(first.length + 1) : text;
  const records = parseRecords(table, declared ?? delimiterOf(header));
  const [head, ...body] = records;
  if (!head) throw new UnreadableFile('The file is empty. The first line should name the columns.');
  const columns = columnsOf(head.cells);
  if (body.length === 0) throw new UnreadableFile('The file has a header but no rows below it.');
  const offset = declared ? 1 : 0;
  return {
    columns,
    rows: body.map(({ cells, lineNumber }) => rowOf(columns, cells, lineNumber + offset)),
    lineNumbers: body.map(({ lineNumber }) => lineNumber + offset),
  };
}

/** Every .xlsx is a zip archive. The older .xls starts with the signature of an OLE file. */
function refuseWorkbook(bytes: Uint8Array): void {
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (!startsWith([0x50, 0x4b, 0x03, 0x04]) && !startsWith([0xd0, 0xcf, 0x11, 0xe0])) return;
  throw new UnreadableFile(
    'This is an Excel workbook, not a CSV file. In Excel, choose File, Save As, "CSV UTF-8 (Comma delimited)", and use that file.',
  );
}

/** Decodes to text with one kind of line break. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : decodeBytes(bytes);
  if (text.includes('\0')) throw new UnreadableFile('This is not a text file. Save the table as CSV.');
  return text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The delimiter that occurs most often in the header, outside of quotes. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ',';
}

interface Parsed {
  cells: string[];
  lineNumber: number;
}

function parseRecords(text: string, delimiter: string): Parsed[] {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => {
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      return { cells: record, lineNumber: info.lines - breaks };
    });
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`The file cannot be read as CSV: ${error.message}.`);
    throw error;
  }
}

function columnsOf(cells: string[]): string[] {
  const columns = cells.map((cell) => cell.trim());
  while (columns.at(-1) === '') columns.pop();
  const nameless = columns.indexOf('');
  if (nameless !== -1) throw new UnreadableFile(`Column ${nameless + 1} has no name in the first line.`);
  const duplicate = columns.find((name, index) => columns.indexOf(name) !== index);
  if (duplicate !== undefined)
    throw new UnreadableFile(`The column "${duplicate}" appears twice. Rename or delete one of them.`);
  return columns;
}

function rowOf(columns: string[], cells: string[], lineNumber: number): Record<string, string> {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    throw new UnreadableFile(
      `Line ${lineNumber} has more cells than the first line has columns. A cell with a comma may need quotes.`,
    );
  }
  return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
}
