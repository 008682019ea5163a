import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, otherPages } from './render-markdown.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The address in the repository's samples. */
const sampleUrl = 'http://127.0.0.1:8080';

export interface DocPage {
  /** Below /docs, without an extension: `interface/orders`. */
  path: string;
  /** In the repository: `docs/interface/orders.md`. */
  file: string;
  title: string;
  /** With this deployment's address in its samples. */
  markdown: string;
}

export interface Docs {
  pagesByPath: Map<string, DocPage>;
  changelog: { markdown: string; updatedAt: Date };
}

const titleOf = (markdown: string, path: string): string =>
  (/^# (.+)$/m.exec(markdown)?.[1] ?? path).replaceAll('`', '');

/** Loads every page of docs/, and the other pages of the repository that the site shows. */
export async function loadDocs(publicUrl: string): Promise<Docs> {
  const names = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const files = names.map((name) => posix.join('docs', name.split(sep).join('/')));
  // An installation may lack these. That must not stop the service.
  const others = Object.keys(otherPages).filter((file) => existsSync(join(root, file)));
  const pages = await Promise.all(
    [...files, ...others].map(async (file): Promise<DocPage> => {
      const text = await readFile(join(root, file), 'utf8');
      const path = otherPages[file] ?? file.slice('docs/'.length).replace(/(\/README)?\.md$/, '');
      return { path, file, title: titleOf(text, path), markdown: text.replaceAll(sampleUrl, publicUrl) };
    }),
  );
  const pagesByPath = new Map(pages.map((page) => [page.path, page]));
  const { mtime } = await stat(join(root, 'CHANGELOG.md'));
  return { pagesByPath, changelog: { markdown: pagesByPath.get('changelog')?.markdown ?? '', updatedAt: mtime } };
}

/** The page for programs: links are absolute, and lead to Markdown where a page has it. */
export const sourceOf = ({ markdown, file }: DocPage, publicUrl: string): string =>
  markdown.replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (link, text: string, href: string) => {
    if (/^[a-z]+:|^#/i.test(href)) return link;
    const address = addressOf(href, file);
    if (address === null) return text;
    const [path = '', anchor] = address.split('#', 2);
    const target = href.startsWith('/') || path === '/docs' ? path : `${path}.md`;
    return `[${text}](${publicUrl}${target}${anchor === undefined ? '' : `#${anchor}`})`;
  });
