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

export const saveText = (name: string, text: string, type = 'text/csv'): void =>
  saveFile(name, text, `${type};charset=utf-8`);

/** Starts with a byte order mark, so Excel reads it as UTF-8. */
export const saveCsv = (name: string, text: string): void => saveText(name, `\ufeff${text}`);
