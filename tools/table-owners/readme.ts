// The list of tables in an area's README.
import type { Owners } from './rules.ts';

const marked = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ');

const lineOf = (word: string, names: string[]): string[] => (names.length > 0 ? [`${word}: ${marked(names)}.`] : []);

function textOf(area: string, owners: Owners): string {
  const owned = Object.entries(owners).filter(([owner]) => owner === area || owner.startsWith(`${area}/`));
  return [
    ...lineOf(
      'Tables',
      owned.flatMap(([, { tables }]) => tables),
    ),
    ...lineOf(
      'Views for others',
      owned.flatMap(([, { views = [] }]) => views),
    ),
  ].join('\n\n');
}

const part = /^Tables: [^\n]*(\n\nViews for others: [^\n]*)?/m;

export const withTables = (readme: string, area: string, owners: Owners): string =>
  readme.replace(part, textOf(area, owners));

export const readmeProblem = (file: string, readme: string, area: string, owners: Owners): string[] =>
  part.test(readme) && withTables(readme, area, owners) === readme
    ? []
    : [`${file} does not list the tables that architecture.cjs says: run "node tools/lint-tables.ts --write".`];
