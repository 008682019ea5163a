/** Saves a file in the browser. */
export function saveFile(name: string, content: unknown, type: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Starts with a byte order mark, so Excel reads it as UTF-8. */
export const saveCsv = (name: string, text: string): void => saveFile(name, `\ufeff${text}`, 'text/csv;charset=utf-8');
