import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../kit/failure.ts';
import { type App, type Html, html } from '../platform/http/index.ts';

/** Text with `code`, a list of code, or JSON. */
type SectionBody = string | string[] | { json: unknown };

export interface Guide {
  name: string;
  summary: string;
  sections: { title: string; body: SectionBody }[];
}

/** Docs pages of one kind, as HTML and Markdown. */
export interface GuideBook {
  path: string;
  title: string;
  description: string;
  /** The introduction on the index page. */
  intro: string;
  names: readonly string[];
  guideFor(name: string): Guide;
}

/** A page and the path of its Markdown. */
export interface GuidePage {
  title: string;
  description: string;
  path: string;
  source: string;
  content: Html;
}

/** Renders a page in the layout of the documentation. */
export type ShowGuide = (reply: FastifyReply, page: GuidePage) => FastifyReply;

export function guideRoutes(app: App, publicUrl: string, book: GuideBook, show: ShowGuide): void {
  const hidden = { schema: { hide: true } };
  app.get(book.path, hidden, (request, reply) =>
    isMarkdownRequested(request) ? sendMarkdown(reply, markdownIndex(book, publicUrl)) : show(reply, indexPage(book)),
  );
  app.get(`${book.path}.md`, hidden, (_request, reply) => sendMarkdown(reply, markdownIndex(book, publicUrl)));
  app.get<{ Params: { name: string } }>(`${book.path}/:name`, hidden, (request, reply) => {
    const { name: asked } = request.params;
    const name = asked.replace(/\.md$/, '');
    if (!book.names.includes(name)) throw notFound();
    const guide = book.guideFor(name);
    return asked.endsWith('.md') || isMarkdownRequested(request)
      ? sendMarkdown(reply, markdownOf(guide))
      : show(reply, guidePage(book, guide));
  });
}

const cached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

const isMarkdownRequested = ({ headers }: FastifyRequest): boolean => /\btext\/markdown\b/.test(headers.accept ?? '');

const sendMarkdown = (reply: FastifyReply, text: string): FastifyReply =>
  cached(reply).header('vary', 'accept').type('text/markdown; charset=utf-8').send(text);

const idOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Renders backticks as code. */
export const inlineCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

function bodyHtml(body: SectionBody): Html {
  if (typeof body === 'string') return html`<p>${inlineCode(body)}</p>`;
  if (Array.isArray(body)) return html`<ul>${body.map((each) => html`<li><code>${each}</code></li>`)}</ul>`;
  return html`<pre tabindex="0"><code class="lang-json">${JSON.stringify(body.json, null, 2)}</code></pre>`;
}

function bodyMarkdown(body: SectionBody): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return body.map((each) => `- \`${each}\``).join('\n');
  return `\`\`\`json\n${JSON.stringify(body.json, null, 2)}\n\`\`\``;
}

const guidePage = ({ path, title }: GuideBook, { name, summary, sections }: Guide): GuidePage => ({
  title: name,
  description: summary,
  path: `${path}/${name}`,
  source: `${path}/${name}.md`,
  content: html`<p class="quiet"><a href="${path}">${title}</a></p><h1 id="${name}"><code>${name}</code></h1>
<p class="lead">${inlineCode(summary)}</p>
${sections.map(
  (section) =>
    html`<h2 id="${idOf(section.title)}"><a class="anchor" href="#${idOf(section.title)}">${section.title}</a></h2>${bodyHtml(
      section.body,
    )}`,
)}`,
});

const indexPage = ({ path, title, description, intro, names, guideFor }: GuideBook): GuidePage => ({
  title,
  description,
  path,
  source: `${path}.md`,
  content: html`<h1 id="${idOf(title)}">${title}</h1>
<p class="lead">${inlineCode(intro)}</p>
<ul>${names.map((name) => html`<li><a href="${path}/${name}"><code>${name}</code></a>: ${inlineCode(guideFor(name).summary)}</li>`)}</ul>`,
});

const markdownOf = ({ name, summary, sections }: Guide): string =>
  [`# ${name}`, summary, ...sections.flatMap(({ title, body }) => [`## ${title}`, bodyMarkdown(body)])]
    .join('\n\n')
    .concat('\n');

const markdownIndex = ({ path, title, intro, names, guideFor }: GuideBook, publicUrl: string): string => `# ${title}

${intro}

| name | meaning |
|---|---|
${names.map((name) => `| [${name}](${publicUrl}${path}/${name}.md) | ${guideFor(name).summary} |`).join('\n')}
`;
