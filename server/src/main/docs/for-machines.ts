import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { notFound } from '../../kit/failure.ts';
import type { App } from '../../platform/http/index.ts';

const folder = new URL('../../../../docs/interface/', import.meta.url);
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
    .replaceAll(/\[([^[\]]+)\]\(\.\.\/[^()]*\)/g, '$1');

/** Every page of docs/interface as Markdown, and all of them in one file for machines that read first. */
export function protocolRoutes(app: App, publicUrl: string): void {
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
  app.get<{ Params: { page: string } }>('/docs/interface/:page.md', hidden, (request, reply) => {
    const page = pages.get(request.params.page);
    if (!page) throw notFound();
    return sendMarkdown(reply, plainOf(page));
  });
  app.get('/llms-full.txt', hidden, (_request, reply) =>
    cached(reply).type('text/plain; charset=utf-8').send(fullText(publicUrl, everything)),
  );
}

const fullText = (publicUrl: string, everything: string): string => `# Errand

> Search, buy, track and return things from online retailers over one HTTP API. Prices are whole cents of USD.

This is every page about the interface in one file. Shorter: ${publicUrl}/llms.txt. First steps: ${publicUrl}/sandbox/quickstart. Every operation:
${publicUrl}/openapi.json. Every error: ${publicUrl}/docs/errors.md. Why orders fail: ${publicUrl}/docs/failure-reasons.md.

${everything}`;
