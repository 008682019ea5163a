import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'decisions');
const files = readdirSync(folder).filter((file) => file !== 'README.md');
const list = readFileSync(join(folder, 'README.md'), 'utf8');

it.each(files)('%s has the usual form, at most 40 lines, and a place in the list', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const [title = '', , status] = text.split('\n');
  expect(title).toMatch(new RegExp(`^# ${file.slice(0, 4)} \\S`));
  expect(status).toMatch(/^Status: (accepted|superseded by \[\d{4}\]\(.+\)), \d{4}-\d\d-\d\d$/);
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(sections.filter((name) => name !== 'Alternatives')).toEqual(['Context', 'Decision', 'Consequences']);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(list).toContain(`| [${file.slice(0, 4)}](${file}) | ${title.slice(7)} |`);
});
