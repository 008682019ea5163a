import type { FastifyReply } from 'fastify';
import { notFound } from '../../kit/failure.ts';
import { type App, exportOpenapi, type Html, sendPage, serveAsset } from '../../platform/http/index.ts';
import { atomFeed } from './feed.ts';
import { protocolRoutes } from './for-machines.ts';
import { docsPage } from './layout.ts';
import { type Docs, loadDocs } from './load-docs.ts';
import { type OpenapiDocument, referencePage } from './reference.ts';
import { renderMarkdown, slugOf } from './render-markdown.ts';
import { searchIndex } from './search-index.ts';

const hidden = { schema: { hide: true } };
const cached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

/** The documentation, made of docs/, the changelog and the OpenAPI document. Everything it needs comes from here. */
export async function docsRoutes(app: App, publicUrl: string): Promise<void> {
  const docs = await loadDocs();
  let described: OpenapiDocument | null = null;
  // Once all routes are there.
  const document = (): OpenapiDocument => {
    described ??= exportOpenapi(app, 'everyone') as unknown as OpenapiDocument;
    return described;
  };
  for (const name of ['docs.css', 'docs.js'])
    serveAsset(app, `/assets/${name}`, new URL(`./assets/${name}`, import.meta.url));

  const show = (reply: FastifyReply, title: string, path: string, content: Html): FastifyReply =>
    sendPage(cached(reply), docsPage({ title, path, content, tags: document().tags.map(({ name }) => name) }));

  app.get('/docs', hidden, (_request, reply) => showPage(docs, show, reply, 'guides/introduction', '/docs'));

  app.get('/docs/reference', hidden, (_request, reply) =>
    reply.redirect(`/docs/reference/${slugOf(document().tags[0]?.name ?? '')}`, 302),
  );
  const references = new Map<string, Html>();
  app.get<{ Params: { tag: string } }>('/docs/reference/:tag', hidden, (request, reply) => {
    const { tag } = request.params;
    const known = document().tags.find(({ name }) => slugOf(name) === tag);
    if (!known) throw notFound();
    const page = references.get(tag) ?? referencePage(document(), known.name, publicUrl);
    references.set(tag, page);
    return show(reply, known.name, `/docs/reference/${tag}`, page);
  });

  app.get('/docs/changelog', hidden, (_request, reply) =>
    show(reply, 'Changelog', '/docs/changelog', renderMarkdown(docs.changelog.markdown, '../CHANGELOG')),
  );
  app.get('/docs/changelog.xml', hidden, (_request, reply) =>
    cached(reply)
      .type('application/atom+xml; charset=utf-8')
      .send(atomFeed(docs.changelog.markdown, docs.changelog.updatedAt, publicUrl)),
  );
  app.get('/docs/search.json', hidden, (_request, reply) => cached(reply).send(searchIndex(docs, document())));

  protocolRoutes(app, publicUrl);
  app.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) => {
    const { '*': path } = request.params;
    if (path.endsWith('.md')) return sendSource(docs, reply, path.slice(0, -'.md'.length));
    return showPage(docs, show, reply, path, `/docs/${path}`);
  });
}

type Show = (reply: FastifyReply, title: string, path: string, content: Html) => FastifyReply;

function showPage(docs: Docs, show: Show, reply: FastifyReply, path: string, address: string): FastifyReply {
  const page = docs.pagesByPath.get(path);
  if (!page) throw notFound();
  const file = docs.pagesByPath.has(`${path}/README`) ? `${path}/README` : path;
  return show(reply, page.title, address, renderMarkdown(page.markdown, fileOf(file)));
}

/** A folder's page is its README, whose links start in the folder. */
const fileOf = (path: string): string =>
  ['interface', 'decisions', 'runbooks'].includes(path) ? `${path}/README` : path;

/** The page as it is written, for programs. */
function sendSource(docs: Docs, reply: FastifyReply, path: string): FastifyReply {
  const page = docs.pagesByPath.get(path.replace(/\/README$/, ''));
  if (!page) throw notFound();
  return cached(reply).type('text/markdown; charset=utf-8').send(page.markdown);
}
