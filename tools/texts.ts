// Writes every text that people read to docs/texts.txt (`npm run texts`). `npm run check` fails if that file is out of
// date or a text contains a banned word.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, root, runSourceChecks, type SourceCheck } from './sources.ts';
import { textsIn } from './texts/extract.ts';
import { chapters, surfaceOf } from './texts/surfaces.ts';
import { ruledOut } from './texts/words.ts';

const catalogFile = join(root, 'docs', 'texts.txt');
const chapterTexts = new Map(chapters.map((name) => [name, '']));
const faults: string[] = [];

export const textCheck: SourceCheck = {
  takes: (file) => /^(?:cli|server\/src|web\/src)\//.test(file) && !isTest(file),
  visit(source) {
    const { file } = source;
    const listed = new Map<string, Set<string>>();
    for (const { kind, text } of textsIn(source)) {
      const surface = surfaceOf(file, kind);
      if (!surface) continue;
      checkWords(file, text);
      listed.set(surface, (listed.get(surface) ?? new Set()).add(text));
    }
    for (const [surface, texts] of listed)
      chapterTexts.set(surface, `${chapterTexts.get(surface)}\n[${file}]\n${[...texts].join('\n')}\n`);
  },
  finish(isWriting) {
    const catalog = `${intro}${[...chapterTexts].map(([name, texts]) => `\n# ${name}\n${texts}`).join('')}`;
    if (isWriting) writeFileSync(catalogFile, catalog);
    else if (readFileSync(catalogFile, 'utf8') !== catalog)
      faults.push('docs/texts.txt is not up to date. Run `npm run texts`.');
    return faults;
  },
};

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

if (import.meta.main) await runSourceChecks([textCheck], true);
