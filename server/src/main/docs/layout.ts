import { type Html, html, type PageParts } from '../../platform/http/index.ts';
import { linkFor, type NavGroup, type NavLink, neighborsOf } from './navigation.ts';
import type { Heading } from './render-markdown.ts';

export interface Shown {
  title: string;
  description: string;
  path: string;
  content: Html;
  /** Listed for jumping within the page. */
  headings?: readonly Heading[];
  /** The URL of the page's Markdown. */
  source?: string;
}

const menuLink = ({ href, name }: NavLink, current: NavLink | undefined): Html =>
  href === current?.href
    ? html`<a href="${href}" aria-current="page">${name}</a>`
    : html`<a href="${href}">${name}</a>`;

function menuGroup({ name, links }: NavGroup, current: NavLink | undefined): Html {
  const [first, ...others] = links;
  if (first && others.length === 0) return html`<li>${menuLink({ ...first, name }, current)}</li>`;
  const list = html`<summary>${name}</summary><ul>${links.map((link) => html`<li>${menuLink(link, current)}</li>`)}</ul>`;
  const isOpen = links.some(({ href }) => href === current?.href);
  return html`<li>${isOpen ? html`<details open>${list}</details>` : html`<details>${list}</details>`}</li>`;
}

function contents(headings: readonly Heading[]): Html {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 3) return html`<div></div>`;
  return html`<nav class="docs-contents" aria-label="On this page"><p>On this page</p><ul>${shown.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`;
}

function turn(navigation: readonly NavGroup[], path: string): Html {
  const { previous, next } = neighborsOf(navigation, path);
  if (!previous && !next) return html``;
  return html`<nav class="docs-turn" aria-label="Previous and next page">
${previous ? html`<a rel="prev" href="${previous.href}"><small>Previous</small>${previous.name}</a>` : html`<span></span>`}
${next ? html`<a rel="next" href="${next.href}"><small>Next</small>${next.name}</a>` : null}
</nav>`;
}

/** A page with the menu, its own headings, and a search. */
export function docsPage(
  { title, description, path, content, headings = [], source }: Shown,
  navigation: readonly NavGroup[],
): PageParts {
  const current = linkFor(navigation, path);
  const group = navigation.find(({ links }) => links.some(({ href }) => href === current?.href));
  return {
    title: `${title} · Errand docs`,
    description,
    styles: ['/assets/docs.css'],
    script: '/assets/docs.js',
    body: html`<div class="docs">
<div class="docs-tools" role="search"><a href="/docs/search" data-search>Search the docs <kbd>/</kbd></a><button type="button" data-theme-switch aria-label="Switch between light and dark">◐</button></div>
<nav class="docs-side" aria-label="Documentation"><details class="docs-menu"><summary>Menu</summary><ul>${navigation.map((one) => menuGroup(one, current))}</ul></details></nav>
<main id="main" class="docs-main">
${group && group.name !== title && group.links.length > 1 ? html`<p class="docs-group">${group.name}</p>` : null}
${content}
${turn(navigation, path)}
${source === undefined ? null : html`<p class="docs-source"><a href="${source}">View this page as Markdown</a></p>`}
</main>
${contents(headings)}
<dialog class="docs-search" aria-label="Search the docs"><form method="get" action="/docs/search"><label>Search the docs <input type="search" name="q" autocomplete="off" maxlength="200" aria-controls="docs-hits"></label></form><ul id="docs-hits" aria-live="polite"></ul></dialog>
</div>`,
  };
}
