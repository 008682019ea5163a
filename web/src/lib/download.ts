/** Hands a text that the page has over to the browser as a file. */
export function saveText(name: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** With the mark by which Excel knows that a file is UTF-8. */
export const saveCsv = (name: string, text: string): void => saveText(name, `\ufeff${text}`);
