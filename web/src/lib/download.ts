/** Hands a file that the page has over to the browser. */
export function saveFile(name: string, content: unknown, type: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The same with a text. */
export const saveText = (name: string, text: string, type = 'text/csv'): void =>
  saveFile(name, text, `${type};charset=utf-8`);

/** With the mark by which Excel knows that a file is UTF-8. */
export const saveCsv = (name: string, text: string): void => saveText(name, `\ufeff${text}`);
