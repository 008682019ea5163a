// Prints the sentences of the given pages that server/test/contract/statements.txt does not list.
// Usage: node tools/statements.ts interface.md contract.md
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const list = readFileSync(join(import.meta.dirname, '../server/test/contract/statements.txt'), 'utf8');
const isRule = (line = ''): boolean => /^\|[-| ]+\|$/.test(line.trim());

/** Sentences, list items and table rows of a Markdown page. */
function sentencesIn(page: string): string[] {
  const sentences: string[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    const text = paragraph.join(' ');
    if (text !== '') sentences.push(...text.split(/(?<=\.(?:\*\*)?)\s+(?=[A-Z`*])/));
    paragraph = [];
  };
  const lines = page.split('\n').map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    const isRow = line.startsWith('|');
    if (isRow || line === '' || line === '---' || /^(?:#|- |\d+\. )/.test(line)) flush();
    if (isRow && !isRule(line) && !isRule(lines[index + 1])) sentences.push(line.replace(/^\| ?| ?\|$/g, ''));
    if (!isRow && !/^#|^---$/.test(line)) paragraph.push(line.replace(/^(?:- |\d+\. )/, ''));
  }
  flush();
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

const unlisted = process.argv
  .slice(2)
  .flatMap((file) => sentencesIn(readFileSync(file, 'utf8')))
  .filter((sentence) => !list.includes(` ${sentence}\n`));
for (const sentence of unlisted) console.log(sentence);
