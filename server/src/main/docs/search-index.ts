import type { Docs } from './load-docs.ts';
import { type OpenapiDocument, operationAddress, operationsOf } from './reference.ts';
import { slugOf } from './render-markdown.ts';

export interface SearchEntry {
  title: string;
  /** The page or the group that it stands on. */
  place: string;
  url: string;
  text: string;
}

/** Everything that can be found: each section of each page, and each operation. */
export function searchIndex(docs: Docs, document: OpenapiDocument): SearchEntry[] {
  const operations = operationsOf(document).map((one) => ({
    title: one.operation.summary,
    place: `${one.method} ${one.path}`,
    url: operationAddress(one),
    text: one.operation.operationId,
  }));
  const pages = [...docs.pagesByPath.values()].filter(({ path }) => !/^(decisions|runbooks)/.test(path));
  return [...operations, ...pages.flatMap((page) => sectionsOf(page.path, page.title, page.markdown))];
}

function sectionsOf(path: string, title: string, markdown: string): SearchEntry[] {
  const url = path === 'guides/introduction' ? '/docs' : `/docs/${path}`;
  const [first = '', ...sections] = markdown.split(/^## /m);
  return [
    { title, place: 'Guide', url, text: plain(first) },
    ...sections.map((section) => {
      const end = section.indexOf('\n');
      const name = section.slice(0, end).trim();
      return { title: name, place: title, url: `${url}#${slugOf(name)}`, text: plain(section.slice(end)) };
    }),
  ];
}

const plain = (text: string): string =>
  text
    .replace(/[`*#|]|\]\([^()]*\)|\[/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 400);
