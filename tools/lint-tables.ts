// Checks that only the owner of a table, as named in architecture.cjs, reads and writes it. With --write, updates the
// tables in the areas' READMEs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, runSourceChecks, type SourceCheck } from './sources.ts';
import { readmeProblem, withTables } from './table-owners/readme.ts';
import { checkOwners, checkUses, checkViews, type FileUses, type Owners } from './table-owners/rules.ts';
import { findTableUses, findViews } from './table-owners/uses.ts';

const source = 'server/src';
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const { owners, areas }: { owners: Owners; areas: Record<string, string[]> } = createRequire(import.meta.url)(
  '../architecture.cjs',
);
const slices = Object.entries(areas).flatMap(([area, names]) =>
  names.length === 0 ? [area] : names.map((name) => `${area}/${name}`),
);
const isOwner = (name: string): boolean =>
  slices.includes(name) || (!existsSync(join(root, source, 'domains', name)) && existsSync(join(root, source, name)));

const tables = [...read(`${source}/platform/database/tables.ts`).matchAll(/^ {2}(\w+): \{/gm)].map(
  ([, name = '']) => name,
);
const migrations = readdirSync(join(root, 'server/migrations')).filter((file) => /^\d+_.*\.sql$/.test(file));
const views = findViews(migrations.sort().map((file) => read(`server/migrations/${file}`)));
const names = new Set([...tables, ...views.keys()]);

const isTest = (file: string): boolean => /\.test\.ts$|\/test-[\w-]+\.ts$|\/conformance\//.test(file);
const isSqlFile = (file: string): boolean => /\/sql(-[\w-]+)?\.ts$|\/platform\/(database|queue)\//.test(file);

const faults: string[] = [];
const uses: FileUses[] = [];

export const tableCheck: SourceCheck = {
  takes: (file) => file.startsWith(`${source}/`) && file.endsWith('.ts') && !isTest(file),
  visit({ file, text, ast }) {
    const found = findTableUses({ text, ast }, names, isSqlFile(file));
    uses.push({ file: file.slice(source.length + 1), uses: found.uses });
    faults.push(...found.shadows.map((name) => `${file} names a CTE like the table ${name}: rename it.`));
    if (/\bsql\.table\(/.test(text) && !file.startsWith(`${source}/platform/`))
      faults.push(`${file} computes the name of a table: write it out.`);
  },
  finish(isWriting) {
    faults.push(
      ...checkOwners(owners, { tables, views: [...views.keys()], owners: Object.keys(owners).filter(isOwner) }),
      ...checkUses(owners, uses),
      ...checkViews(owners, views),
    );
    for (const area of Object.keys(areas)) {
      const file = `${source}/domains/${area}/README.md`;
      if (isWriting) writeFileSync(join(root, file), withTables(read(file), area, owners));
      else faults.push(...readmeProblem(file, read(file), area, owners));
    }
    return faults;
  },
};

if (import.meta.main) await runSourceChecks([tableCheck], process.argv.includes('--write'));
