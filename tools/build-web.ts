// Builds the web pages into web/dist, with a compressed copy of every file that shrinks. The argument is the mark of
// their sources (see tools/ensure.mjs), which is stored with them.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

const mark = process.argv[2] ?? '';
const web = join(import.meta.dirname, '..', 'web');
const dist = join(web, 'dist');
const markFile = '.built-from';
// Build in a draft folder, so requests always see a complete set of pages.
const draft = mkdtempSync(join(web, '.dist-'));

try {
  await build({ root: web, logLevel: 'warn', build: { outDir: draft, emptyOutDir: true } });
  for (const name of readdirSync(draft, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:html|js|css|svg)$/.test(name)) compress(join(draft, name));
  }
  writeFileSync(join(draft, markFile), mark);
  chmodSync(draft, 0o755);
  replaceDist();
} finally {
  rmSync(draft, { recursive: true, force: true });
}

function compress(file: string): void {
  const content = readFileSync(file);
  const copies = { br: brotliCompressSync(content), gz: gzipSync(content, { level: 9 }) };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < content.length) writeFileSync(`${file}.${ending}`, copy);
  }
}

function replaceDist(): void {
  rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(draft, dist);
  } catch (error) {
    // Another process built the same pages first.
    if (readFileSync(join(dist, markFile), 'utf8') !== mark) throw error;
  }
}
