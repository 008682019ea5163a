import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface DocPage {
  /** Under /docs, without an ending: `interface/orders`. */
  path: string;
  title: string;
  markdown: string;
}

export interface Docs {
  pagesByPath: Map<string, DocPage>;
  changelog: { markdown: string; updatedAt: Date };
}

const titleOf = (markdown: string, path: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? path;

/** Every page of docs/ and the changelog, as they are in the repository. */
export async function loadDocs(): Promise<Docs> {
  const folder = join(root, 'docs');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const pages = await Promise.all(
    names.map(async (name) => {
      const markdown = await readFile(join(folder, name), 'utf8');
      const path = name
        .slice(0, -'.md'.length)
        .split(sep)
        .join('/')
        .replace(/\/README$/, '');
      return { path, title: titleOf(markdown, path), markdown };
    }),
  );
  const file = join(root, 'CHANGELOG.md');
  const [markdown, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
  return { pagesByPath: new Map(pages.map((page) => [page.path, page])), changelog: { markdown, updatedAt: mtime } };
}
