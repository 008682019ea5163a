import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../kit/failure.ts';
import { type App, type Html, html, type PageParts, sendPage } from '../platform/http/index.ts';

export interface Guide {
  name: string;
  summary: string;
  /** Text, or a list of code. */
  sections: { title: string; body: string | string[] }[];
}

/** Pages about things of one kind, for people and as Markdown for machines. */
export interface GuideBook {
  path: string;
  title: string;
  description: string;
  /** How the index introduces them. */
  intro: string;
  names: readonly string[];
  guideFor(name: string): Guide;
}

export function guideRoutes(app: App, publicUrl: string, book: GuideBook): void {
  const hidden = { schema: { hide: true } };
  app.get(book.path, hidden, (request, reply) =>
    isMarkdownRequested(request)
      ? sendMarkdown(reply, markdownIndex(book, publicUrl))
      : sendPage(cached(reply), indexPage(book)),
  );
  app.get(`${book.path}.md`, hidden, (_request, reply) => sendMarkdown(reply, markdownIndex(book, publicUrl)));
  app.get<{ Params: { name: string } }>(`${book.path}/:name`, hidden, (request, reply) => {
    const { name: asked } = request.params;
    const name = asked.replace(/\.md$/, '');
    if (!book.names.includes(name)) throw notFound();
    const guide = book.guideFor(name);
    return asked.endsWith('.md') || isMarkdownRequested(request)
      ? sendMarkdown(reply, markdownOf(guide))
      : sendPage(cached(reply), guidePage(book, guide));
  });
}

const cached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

const isMarkdownRequested = ({ headers }: FastifyRequest): boolean => /\btext\/markdown\b/.test(headers.accept ?? '');

const sendMarkdown = (reply: FastifyReply, text: string): FastifyReply =>
  cached(reply).header('vary', 'accept').type('text/markdown; charset=utf-8').send(text);

const frame = (title: string, description: string, body: Html): PageParts => ({
  title: `${title} · Errand`,
  description,
  body: html`<main id="main"><section class="card">${body}</section></main>`,
});

const guidePage = ({ path, title }: GuideBook, { name, summary, sections }: Guide): PageParts =>
  frame(
    name,
    summary,
    html`<p class="quiet"><a href="${path}">${title}</a></p><h1><code>${name}</code></h1>
<p class="lead">${summary}</p>
${sections.map(
  (section) =>
    html`<h2>${section.title}</h2>${
      typeof section.body === 'string'
        ? html`<p>${section.body}</p>`
        : html`<ul>${section.body.map((each) => html`<li><code>${each}</code></li>`)}</ul>`
    }`,
)}`,
  );

const indexPage = ({ path, title, description, intro, names, guideFor }: GuideBook): PageParts =>
  frame(
    title,
    description,
    html`<h1>${title}</h1>
<p class="lead">${intro}</p>
<ul>${names.map((name) => html`<li><a href="${path}/${name}"><code>${name}</code></a>: ${guideFor(name).summary}</li>`)}</ul>`,
  );

const markdownOf = ({ name, summary, sections }: Guide): string =>
  [
    `# ${name}`,
    summary,
    ...sections.flatMap(({ title, body }) => [
      `## ${title}`,
      typeof body === 'string' ? body : body.map((each) => `- \`${each}\``).join('\n'),
    ]),
  ]
    .join('\n\n')
    .concat('\n');

const markdownIndex = ({ path, title, intro, names, guideFor }: GuideBook, publicUrl: string): string => `# ${title}

${intro}

| name | meaning |
|---|---|
${names.map((name) => `| [${name}](${publicUrl}${path}/${name}.md) | ${guideFor(name).summary} |`).join('\n')}
`;
