import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { Marked } from 'marked';
import { notFound } from '../kit/failure.ts';
import { type App, html, raw, sendPage } from '../platform/http/index.ts';

const folder = new URL('../../../docs/interface/', import.meta.url);
const hidden = { schema: { hide: true } };

interface DocsPage {
  name: string;
  title: string;
  text: string;
}

/** Read once: they change with the code only. */
function readPages(): Map<string, DocsPage> {
  const names = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const pages = names.sort().map((file): DocsPage => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return { name: file.slice(0, -3), title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
  });
  return new Map(pages.map((page) => [page.name, page]));
}

/** Between pages links work as files; on the web they are addresses. */
const linksTo = (text: string, address: (name: string) => string): string =>
  text
    .replaceAll(/\]\(([a-z-]+)\.md(#[a-z0-9-]+)?\)/g, (_, name: string, part = '') => `](${address(name)}${part})`)
    // Files elsewhere in the repository are not served.
    .replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');

const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]+>|[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** Every page of docs/interface for people and as Markdown, and all of them in one file for machines that read first. */
export function docsRoutes(app: App, publicUrl: string): void {
  const pages = readPages();
  const plainOf = ({ text }: DocsPage): string => linksTo(text, (name) => `${publicUrl}/docs/interface/${name}.md`);
  const everything = [...pages.values()].map(plainOf).join('\n\n');
  const list = [...pages.values()].map(({ name, title }) => `- [${title}](${publicUrl}/docs/interface/${name}.md)`);
  const cached = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=300');
  const sendMarkdown = (reply: FastifyReply, text: string) =>
    cached(reply).type('text/markdown; charset=utf-8').send(text);

  app.get('/docs/interface.md', hidden, (_request, reply) =>
    sendMarkdown(reply, `# Errand: the interface, page by page\n\n${list.join('\n')}\n`),
  );
  app.get('/docs/interface', hidden, (_request, reply) =>
    sendPage(cached(reply), {
      title: 'The interface · Errand',
      description: 'How the service behaves, page by page.',
      body: html`<main id="main"><section class="card"><h1>The interface, page by page</h1>
<p class="lead">The <a href="/docs">reference</a> has every operation; these pages say how they behave, and why.</p>
<ul>${[...pages.values()].map(({ name, title }) => html`<li><a href="/docs/interface/${name}">${title}</a></li>`)}</ul>
</section></main>`,
    }),
  );
  app.get('/docs/interface/:page', hidden, (request, reply) => {
    const { page: asked } = request.params as { page: string };
    const page = pages.get(asked.replace(/\.md$/, ''));
    if (!page) throw notFound();
    if (asked.endsWith('.md')) return sendMarkdown(reply, plainOf(page));
    return sendPage(cached(reply), pageOf(page));
  });
  app.get('/llms-full.txt', hidden, (_request, reply) =>
    cached(reply).type('text/plain; charset=utf-8').send(fullText(publicUrl, everything)),
  );
}

/** The text is ours, so its markup is trusted. */
function pageOf({ name, title, text }: DocsPage) {
  const linked = linksTo(text, (other) => `/docs/interface/${other}`);
  const content = marked.parse(linked, { async: false });
  const frame = html`<main id="main"><section class="card docs-page">
<p class="quiet"><a href="/docs/interface">The interface</a> · <a href="/docs/interface/${name}.md">as Markdown</a></p>
${raw(content.replaceAll('<table>', '<div class="scroll"><table>').replaceAll('</table>', '</table></div>'))}</section></main>`;
  return { title: `${title} · Errand`, description: title, body: frame };
}

const fullText = (publicUrl: string, everything: string): string => `# Errand

> Search, buy, track and return things from online retailers over one HTTP API. Prices are whole cents of USD.

This is every page about the interface in one file. Shorter: ${publicUrl}/llms.txt. First steps: ${publicUrl}/sandbox/quickstart. Every operation:
${publicUrl}/openapi.json. Every error: ${publicUrl}/docs/errors.md.

${everything}`;
