/** Removes control characters: text from files and the service must not control the terminal. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** An amount in the minor unit of its currency: cents, whole yen, fils. */
export function money(amount: number, currency = 'USD'): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Aligns columns. A cell may have several lines. */
export function table(header: string[], rows: string[][][]): string {
  const all = [header.map((name) => [name]), ...rows];
  const widths = header.map((_, column) =>
    Math.max(...all.map((row) => Math.max(0, ...(row[column] ?? []).map((line) => line.length)))),
  );
  const lines = all.flatMap((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      `  ${row.map((cell, column) => (cell[line] ?? '').padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    );
  });
  return `${lines.join('\n')}\n`;
}

const colors = { green: 32, red: 31, yellow: 33, dim: 2 } as const;

export function paint({ isColoured }: { isColoured?: boolean }, colour: keyof typeof colors, words: string): string {
  return isColoured ? `\u001b[${colors[colour]}m${words}\u001b[0m` : words;
}
