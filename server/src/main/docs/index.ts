import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from '../../domains/access/accounts/index.ts';
import { notFound } from '../../kit/failure.ts';
import { type App, exportOpenapi, type Html, html, sendPage, serveAsset } from '../../platform/http/index.ts';
import { errorDocsRoutes } from '../../wire/index.ts';
import { atomFeed } from './feed.ts';
import { machineRoutes, sendSource } from './for-machines.ts';
import { docsPage, type Shown } from './layout.ts';
import { type Docs, loadDocs } from './load-docs.ts';
import { navigationOf } from './navigation.ts';
import { type OpenapiDocument, referencePage } from './reference.ts';
import { type Rendered, renderPage, slugOf } from './render-markdown.ts';
import { createSearch, type SearchHit } from './search.ts';

type Search = ReturnType<typeof createSearch>;

const hidden = { schema: { hide: true } };
const cached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

type Show = (reply: FastifyReply, shown: Shown) => FastifyReply;

/**
 * The documentation site, built from docs/, the changelog and the OpenAPI document. It loads nothing from elsewhere.
 */
export async function docsRoutes(app: App, publicUrl: string, guard: Guard): Promise<void> {
  const docs = await loadDocs(publicUrl);
  let described: OpenapiDocument | null = null;
  // Called after all routes are registered.
  const document = (): OpenapiDocument => {
    described ??= exportOpenapi(app, 'everyone') as unknown as OpenapiDocument;
    return described;
  };
  for (const name of ['docs.css', 'docs.js'])
    serveAsset(app, `/assets/${name}`, new URL(`./assets/${name}`, import.meta.url));

  const isPage = (href: string): boolean => href === '/docs' || docs.pagesByPath.has(href.slice('/docs/'.length));
  const show: Show = (reply, shown) => {
    const operations = document().tags.map(({ name }) => ({ href: `/docs/reference/${slugOf(name)}`, name }));
    if (shown.source !== undefined) reply.header('link', `<${shown.source}>; rel="alternate"; type="text/markdown"`);
    return sendPage(cached(reply), docsPage(shown, navigationOf(operations, isPage)));
  };

  errorDocsRoutes(app, publicUrl, show);
  referenceRoutes(app, publicUrl, document, show);
  searchRoutes(app, guard, createSearch(docs, document), show);
  machineRoutes(app, publicUrl, docs);
  app.get('/docs/changelog.xml', hidden, (_request, reply) =>
    cached(reply)
      .type('application/atom+xml; charset=utf-8')
      .send(atomFeed(docs.changelog.markdown, docs.changelog.updatedAt, publicUrl)),
  );
  pageRoutes(app, publicUrl, docs, show);
}

function pageRoutes(app: App, publicUrl: string, docs: Docs, show: Show): void {
  const rendered = new Map<string, Rendered>();
  const showPage = (request: FastifyRequest, reply: FastifyReply, path: string, address: string): FastifyReply => {
    const page = docs.pagesByPath.get(path);
    if (!page) throw notFound();
    if (/\btext\/markdown\b/.test(request.headers.accept ?? ''))
      return sendSource(docs.pagesByPath, reply, path, publicUrl);
    const { content, headings } = rendered.get(path) ?? renderPage(page.markdown, page.file);
    rendered.set(path, { content, headings });
    const description = descriptionOf(page.markdown);
    return show(reply, { title: page.title, description, path: address, content, headings, source: `${address}.md` });
  };
  app.get('/docs', hidden, (request, reply) => showPage(request, reply, 'guides/introduction', '/docs'));
  app.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) => {
    const { '*': path } = request.params;
    if (path.endsWith('.md')) return sendSource(docs.pagesByPath, reply, path.slice(0, -'.md'.length), publicUrl);
    return showPage(request, reply, path, `/docs/${path}`);
  });
}

/** The first paragraph, cut to what search engines show. */
function descriptionOf(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n+([^\n#|`-][^\n]*(?:\n[^\n]+)*)/m.exec(markdown) ?? [];
  const text = paragraph.replace(/[`*]|\]\([^()]*\)|\[/g, '').replace(/\s+/g, ' ');
  if (text === '') return 'Search, buy, track and return products through one HTTP API.';
  return text.length > 160 ? `${text.slice(0, text.lastIndexOf(' ', 157))} …` : text;
}

function referenceRoutes(app: App, publicUrl: string, document: () => OpenapiDocument, show: Show): void {
  app.get('/docs/reference', hidden, (_request, reply) =>
    reply.redirect(`/docs/reference/${slugOf(document().tags[0]?.name ?? '')}`, 302),
  );
  const references = new Map<string, Html>();
  app.get<{ Params: { tag: string } }>('/docs/reference/:tag', hidden, (request, reply) => {
    const { tag } = request.params;
    const known = document().tags.find(({ name }) => slugOf(name) === tag);
    if (!known) throw notFound();
    const content = references.get(tag) ?? referencePage(document(), known.name, publicUrl);
    references.set(tag, content);
    return show(reply, { title: known.name, description: known.description, path: `/docs/reference/${tag}`, content });
  });
}

function searchRoutes(app: App, guard: Guard, search: Search, show: Show): void {
  // Unlike pages, a search takes milliseconds each time.
  const limited = { ...hidden, onRequest: guard.anyone };
  app.get<{ Querystring: { q?: unknown } }>('/docs/search.json', limited, async (request, reply) =>
    cached(reply).send(await search(String(request.query.q ?? ''))),
  );
  // For browsers without JavaScript, and for links.
  app.get<{ Querystring: { q?: unknown } }>('/docs/search', limited, async (request, reply) => {
    const query = String(request.query.q ?? '');
    const description = 'Search guides, behavior, operations and errors.';
    return show(reply, {
      title: 'Search',
      description,
      path: '/docs/search',
      content: hitsPage(query, await search(query)),
    });
  });
}

const hitsPage = (query: string, hits: readonly SearchHit[]): Html => html`<h1>Search</h1>
<form class="docs-find" method="get" action="/docs/search"><label>Search the docs <input type="search" name="q" value="${query}" maxlength="200"></label> <button>Search</button></form>
${query !== '' && hits.length === 0 ? html`<p>No results.</p>` : null}
<ul class="docs-hits">${hits.map(
  ({ title, place, url, excerpt }) =>
    html`<li><a href="${url}">${title}</a> <small>${place}</small><p>${excerpt}</p></li>`,
)}</ul>`;
