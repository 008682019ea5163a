import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, otherPages } from './render-markdown.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where samples in the repository send their requests. */
const sampleUrl = 'http://127.0.0.1:8080';

export interface DocPage {
  /** Under /docs, without an ending: `interface/orders`. */
  path: string;
  /** In the repository: `docs/interface/orders.md`. */
  file: string;
  title: string;
  /** With this deployment's own address in its samples. */
  markdown: string;
}

export interface Docs {
  pagesByPath: Map<string, DocPage>;
  changelog: { markdown: string; updatedAt: Date };
}

const titleOf = (markdown: string, path: string): string =>
  (/^# (.+)$/m.exec(markdown)?.[1] ?? path).replaceAll('`', '');

/** Every page of docs/, and those pages elsewhere in the repository that the site has too. */
export async function loadDocs(publicUrl: string): Promise<Docs> {
  const names = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const files = names.map((name) => posix.join('docs', name.split(sep).join('/')));
  // An installation may leave these out; orders must not depend on them.
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

/** A page for programs: its links are addresses, and lead to Markdown too where they lead to a page. */
export const sourceOf = ({ markdown, file }: DocPage, publicUrl: string): string =>
  markdown.replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (link, text: string, href: string) => {
    if (/^[a-z]+:|^#/i.test(href)) return link;
    const address = addressOf(href, file);
    if (address === null) return text;
    const [path = '', anchor] = address.split('#', 2);
    const target = href.startsWith('/') || path === '/docs' ? path : `${path}.md`;
    return `[${text}](${publicUrl}${target}${anchor === undefined ? '' : `#${anchor}`})`;
  });
