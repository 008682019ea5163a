/** What a spreadsheet would take for a formula; an apostrophe in front makes it text. */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@])/;
/**
 * The same behind what some spreadsheets take for the end of a cell or of a line, whatever our quotes say. It looks back only from a sign, and
 * no further than to the sign before, so it takes linear time.
 */
const formulaInside = /[=+\-@](?<=[;\t\r\n|][\s"']*.)/g;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function csvCell(text: string): string {
  const inside = text.replaceAll(formulaInside, "'$&");
  const safe = formulaStart.test(text) ? `'${inside}` : inside;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row of a file that is safe to open in a spreadsheet (RFC 4180). */
export function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}
