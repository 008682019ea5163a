import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../kit/failure.ts';
import { fieldsOf } from '../kit/fields.ts';
import { keysOf } from '../kit/known-keys.ts';
import { type App, exportOpenapi, type Html, html, type PageParts, sendPage } from '../platform/http/index.ts';
import { catalogue, type ErrorCode, isErrorCode } from './catalogue.ts';
import { errorReasons } from './error-reasons.ts';
import { docsAddress, isRetryable, nextSteps, validationNextStep } from './next-steps.ts';

type Documented = ErrorCode | 'invalid_request';

interface ErrorGuide {
  code: Documented;
  status: number;
  message: string;
  reason: string;
  nextStep: string;
  isRetryable: boolean;
}

/** Not a code of the envelope: a 422 lists its problems instead. */
const validation: ErrorGuide = {
  code: 'invalid_request',
  status: 422,
  message: 'The path, the query or the body is not valid.',
  reason:
    'The answer is {"detail": [{"loc", "msg", "type"}], "retryable", "next_step", "docs"} and lists every problem at once. loc starts with body, query, path or header and leads to the field; type is a name for machines, such as missing, extra_forbidden, string_type, int_parsing, greater_than_equal, enum or value_error. Fields that are not declared are refused, so that a typo does not silently change an order.',
  nextStep: validationNextStep,
  isRetryable: false,
};

const codes: Documented[] = [...keysOf(catalogue), validation.code];

function guideFor(code: string): ErrorGuide {
  if (code === validation.code) return validation;
  if (!isErrorCode(code)) throw notFound();
  const [status, message] = catalogue[code];
  const isAgain = isRetryable(code, status);
  return { code, status, message, reason: errorReasons[code], nextStep: nextSteps[code], isRetryable: isAgain };
}

const againWords = (isAgain: boolean): string =>
  isAgain
    ? 'Yes: the same request may succeed later. Wait as long as Retry-After says, if it is there, and keep the idempotency key.'
    : 'No: the same request would be refused again.';

/** A page about every code that an error can have, for people and as Markdown for machines. */
export function errorDocsRoutes(app: App, publicUrl: string): void {
  const hidden = { schema: { hide: true } };
  const index = codes.map(guideFor);
  let operations: Map<string, string[]> | null = null;
  const answeredBy = (code: string): string[] => {
    operations ??= operationsByCode(exportOpenapi(app));
    return operations.get(code) ?? [];
  };

  app.get('/docs/errors', hidden, (request, reply) =>
    isMarkdownAsked(request)
      ? sendMarkdown(reply, markdownIndex(index, publicUrl))
      : sendPage(cached(reply), indexPage(index)),
  );
  app.get('/docs/errors.md', hidden, (_request, reply) => sendMarkdown(reply, markdownIndex(index, publicUrl)));
  app.get<{ Params: { code: string } }>('/docs/errors/:code', hidden, (request, reply) => {
    const { code: asked } = request.params;
    const guide = guideFor(asked.replace(/\.md$/, ''));
    return asked.endsWith('.md') || isMarkdownAsked(request)
      ? sendMarkdown(reply, markdownOf(guide, answeredBy(guide.code)))
      : sendPage(cached(reply), guidePage(guide, answeredBy(guide.code)));
  });
}

const cached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

const isMarkdownAsked = ({ headers }: FastifyRequest): boolean => /\btext\/markdown\b/.test(headers.accept ?? '');

const sendMarkdown = (reply: FastifyReply, text: string): FastifyReply =>
  cached(reply).header('vary', 'accept').type('text/markdown; charset=utf-8').send(text);

/** Which operations declare which code, from the document that their clients read. */
function operationsByCode(document: Record<string, unknown>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const examplesIn = (response: unknown): object => {
    const { content } = fieldsOf(response);
    return fieldsOf(fieldsOf(fieldsOf(content)['application/json']).examples);
  };
  for (const [path, methods] of Object.entries(fieldsOf(document.paths))) {
    for (const [method, operation] of Object.entries(fieldsOf(methods))) {
      const declared = Object.values(fieldsOf(fieldsOf(operation).responses)).flatMap((response) =>
        Object.keys(examplesIn(response)).filter(isErrorCode),
      );
      for (const code of declared) found.set(code, [...(found.get(code) ?? []), `${method.toUpperCase()} ${path}`]);
    }
  }
  return found;
}

const frame = (title: string, description: string, body: Html): PageParts => ({
  title: `${title} · Errand`,
  description,
  body: html`<main id="main"><section class="card">${body}</section></main>`,
});

function guidePage({ code, status, message, reason, nextStep, isRetryable: isAgain }: ErrorGuide, from: string[]) {
  const operations =
    from.length === 0
      ? ''
      : html`<h2>Answered by</h2><ul>${from.map((operation) => html`<li><code>${operation}</code></li>`)}</ul>`;
  return frame(
    code,
    message,
    html`<p class="quiet"><a href="/docs/errors">Errors</a></p><h1><code>${code}</code></h1>
<p class="lead">${String(status)}. ${message}</p>
<h2>Why</h2><p>${reason}</p>
<h2>What to do</h2><p>${nextStep}</p>
<h2>Does a retry help?</h2><p>${againWords(isAgain)}</p>
${operations}`,
  );
}

const indexPage = (guides: ErrorGuide[]) =>
  frame(
    'Errors',
    'Every error of the API, why it happens and what to do.',
    html`<h1>Errors</h1>
<p class="lead">Every error says its code, whether a retry helps (<code>retryable</code>), what to do (<code>next_step</code>) and where it is explained (<code>docs</code>).</p>
<ul>${guides.map(({ code, status, message }) => html`<li>${String(status)} <a href="/docs/errors/${code}"><code>${code}</code></a>: ${message}</li>`)}</ul>`,
  );

function markdownOf({ code, status, message, reason, nextStep, isRetryable: isAgain }: ErrorGuide, from: string[]) {
  const operations = from.length === 0 ? '' : `\n## Answered by\n\n${from.map((each) => `- \`${each}\``).join('\n')}\n`;
  return `# ${code}

${status}. ${message}

## Why

${reason}

## What to do

${nextStep}

## Does a retry help?

${againWords(isAgain)}
${operations}`;
}

const markdownIndex = (guides: ErrorGuide[], publicUrl: string): string => `# Errors

Every error says its code, whether a retry helps (\`retryable\`), what to do (\`next_step\`) and where it is explained (\`docs\`).

| status | code | meaning |
|---|---|---|
${guides
  .map(({ code, status, message }) => `| ${status} | [${code}](${docsAddress(publicUrl, code)}.md) | ${message} |`)
  .join('\n')}
`;
