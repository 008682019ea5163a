import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const run = promisify(execFile);
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

export interface SeenLabel {
  png: Buffer;
  /** All text on the page. */
  words: string;
  pages: number;
  size: string;
  codes: { format: string; text: string }[];
}

/** Rendering a PDF needs poppler-utils, which `npm test` installs on Debian. */
export const canReadLabels = existsSync('/usr/bin/pdftoppm');
if (!canReadLabels) console.warn('poppler-utils is not installed, so tests that read printed labels are SKIPPED.');

let isReaderReady = false;
async function prepareReader(): Promise<void> {
  if (isReaderReady) return;
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  isReaderReady = true;
}

/** Reads the text of a PDF without rendering it. */
export async function readWords(pdf: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-label-'));
  try {
    await writeFile(join(folder, 'label.pdf'), pdf);
    return (await run('pdftotext', ['-layout', join(folder, 'label.pdf'), '-'])).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renders a PDF and decodes the codes in the picture, like a printer and a scanner. */
export async function readLabel(pdf: Uint8Array, dpi = 203): Promise<SeenLabel> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-label-'));
  try {
    const file = join(folder, 'label.pdf');
    await writeFile(file, pdf);
    await run('pdftoppm', ['-r', String(dpi), '-png', '-singlefile', file, join(folder, 'label')]);
    const words = await readWords(pdf);
    const { stdout: info } = await run('pdfinfo', [file]);
    const png = await readFile(join(folder, 'label.png'));
    await prepareReader();
    const found = await readBarcodes(new Uint8Array(png), { formats: ['Code128', 'QRCode'] });
    return {
      png,
      words,
      pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
      size: /^Page size:\s+(.+)$/m.exec(info)?.[1] ?? '',
      codes: found.map(({ format, text }) => ({ format, text })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
