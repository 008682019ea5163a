import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A folder like a build's, with other pages. The files are texts by path. */
export function webFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'errand-web-'));
  mkdirSync(join(folder, 'app-assets'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    if (text.length < 200) continue;
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  return folder;
}
