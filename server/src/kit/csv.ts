/** A spreadsheet would read this as a formula, some also full-width signs; a leading apostrophe makes it text. */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/**
 * The same after a character that some spreadsheets read as the end of a cell or line, despite our quotes. Looks back
 * only from a sign, and no further than the previous sign, so it takes linear time.
 */
const formulaInside = /[=+\-@＝＋－＠](?<=[;\t\r\n|][\s"']*.)/g;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function csvCell(text: string): string {
  const inside = text.replaceAll(formulaInside, "'$&");
  const safe = formulaStart.test(text) ? `'${inside}` : inside;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row of a CSV file that is safe to open in a spreadsheet (RFC 4180). */
export function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}
