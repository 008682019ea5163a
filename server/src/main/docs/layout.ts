import { type Html, html, type PageParts } from '../../platform/http/index.ts';
import { slugOf } from './render-markdown.ts';

export interface NavLink {
  href: string;
  name: string;
}

const guides: readonly NavLink[] = [
  { href: '/docs', name: 'Introduction' },
  { href: '/docs/guides/first-order', name: 'First order' },
  { href: '/docs/guides/agents', name: 'Agents' },
  { href: '/docs/guides/bulk', name: 'Bulk orders' },
  { href: '/docs/guides/returns', name: 'Returns' },
  { href: '/docs/guides/webhooks', name: 'Webhooks' },
  { href: '/docs/going-live', name: 'Going live' },
  { href: '/docs/stores', name: 'Stores' },
];
const more: readonly NavLink[] = [
  { href: '/docs/errors', name: 'Errors' },
  { href: '/docs/failure-reasons', name: 'Failure reasons' },
  { href: '/docs/interface', name: 'How open places are decided' },
  { href: '/docs/changelog', name: 'Changelog' },
  { href: '/openapi.json', name: 'OpenAPI document' },
];

const group = (title: string, links: readonly NavLink[], current: string): Html =>
  html`<h2>${title}</h2><ul>${links.map(
    ({ href, name }) =>
      html`<li>${href === current ? html`<a href="${href}" aria-current="page">${name}</a>` : html`<a href="${href}">${name}</a>`}</li>`,
  )}</ul>`;

interface Shown {
  title: string;
  /** The address of this page. */
  path: string;
  tags: readonly string[];
  content: Html;
}

/** A page of the documentation: what there is at the side, and a search over all of it. */
export function docsPage({ title, path, tags, content }: Shown): PageParts {
  const reference = tags.map((name) => ({ href: `/docs/reference/${slugOf(name)}`, name }));
  return {
    title: `${title} · Errand docs`,
    description: 'How to search, buy, track and return things over one HTTP API.',
    styles: ['/assets/docs.css'],
    script: '/assets/docs.js',
    body: html`<div class="docs">
<div class="docs-side">
<p class="docs-tools"><button type="button" data-search>Search <kbd>/</kbd></button> <button type="button" data-theme-switch aria-label="Switch between light and dark">◐</button></p>
<details class="docs-menu"><summary>All pages</summary><nav aria-label="Documentation">${group('Guides', guides, path)}${group('Reference', reference, path)}${group('More', more, path)}</nav></details>
</div>
<main id="main" class="docs-main">${content}</main>
<dialog class="docs-search" aria-label="Search the documentation"><form method="dialog"><label>Search the documentation <input type="search" autocomplete="off" aria-controls="docs-hits"></label></form><ul id="docs-hits" aria-live="polite"></ul></dialog>
</div>`,
  };
}
