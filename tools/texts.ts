// Writes every text that people read to docs/texts.txt (`npm run texts`). With --check, fails if that file is out of
// date or a text contains a banned word.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsIn } from './texts/extract.ts';
import { chapters, surfaceOf } from './texts/surfaces.ts';
import { ruledOut } from './texts/words.ts';

const root = join(import.meta.dirname, '..');
const catalogFile = join(root, 'docs', 'texts.txt');
const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'cli', 'server/src', 'web/src'], {
  cwd: root,
  encoding: 'utf8',
});
const files = stdout.split('\n').filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file));

const chapterTexts = new Map(chapters.map((name) => [name, '']));
const faults: string[] = [];
for (const file of new Set(files)) {
  const listed = new Map<string, Set<string>>();
  for (const { kind, text } of textsIn(file, readFileSync(join(root, file), 'utf8'))) {
    const surface = surfaceOf(file, kind);
    if (!surface) continue;
    checkWords(file, text);
    listed.set(surface, (listed.get(surface) ?? new Set()).add(text));
  }
  for (const [surface, texts] of listed)
    chapterTexts.set(surface, `${chapterTexts.get(surface)}\n[${file}]\n${[...texts].join('\n')}\n`);
}

function checkWords(file: string, text: string): void {
  if (/texts-(?:de|es|fr)\.ts$/.test(file)) return;
  const words = text.replace(/`[^`]*`|\{[^{}]*\}|\b\w+_\w+\b/g, '…');
  for (const [pattern, instead] of ruledOut) {
    const found = pattern.exec(words);
    if (found) faults.push(`${file}: "${found[0]}" in "${text}". Write ${instead}.`);
  }
}

const intro =
  'Every text that people read, by surface. Written by `npm run texts`: change the source, not this file.\n';
const catalog = `${intro}${[...chapterTexts].map(([name, texts]) => `\n# ${name}\n${texts}`).join('')}`;
if (!process.argv.includes('--check')) writeFileSync(catalogFile, catalog);
else if (readFileSync(catalogFile, 'utf8') !== catalog)
  faults.push('docs/texts.txt is not up to date. Run `npm run texts`.');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
