import type { FastifyReply } from 'fastify';
import { notFound } from '../../kit/failure.ts';
import type { App } from '../../platform/http/index.ts';
import { type DocPage, type Docs, sourceOf } from './load-docs.ts';

const hidden = { schema: { hide: true } };
const cached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

export const sendMarkdown = (reply: FastifyReply, text: string): FastifyReply =>
  cached(reply).header('vary', 'accept').type('text/markdown; charset=utf-8').send(text);

/** Serves guides and reference pages as one file, for programs. */
export function machineRoutes(app: App, publicUrl: string, { pagesByPath }: Docs): void {
  const under = (folder: string): DocPage[] =>
    [...pagesByPath.values()].filter(({ path }) => path.startsWith(`${folder}/`));
  const sources = [...under('guides'), ...under('interface')].map((page) => sourceOf(page, publicUrl));

  app.get('/docs.md', hidden, (_request, reply) => sendSource(pagesByPath, reply, 'guides/introduction', publicUrl));
  app.get('/llms-full.txt', hidden, (_request, reply) =>
    cached(reply)
      .type('text/plain; charset=utf-8')
      .send(fullText(publicUrl, sources.join('\n\n'))),
  );
}

/** Sends the Markdown source of a page. */
export function sendSource(
  pagesByPath: Docs['pagesByPath'],
  reply: FastifyReply,
  path: string,
  publicUrl: string,
): FastifyReply {
  const page = pagesByPath.get(path);
  if (!page) throw notFound();
  return sendMarkdown(reply, sourceOf(page, publicUrl));
}

const fullText = (publicUrl: string, everything: string): string => `# Errand

> Search, buy, track and return products from online stores through one HTTP API. Prices are in whole US cents.

This file contains every guide and every page about API behavior. A short list: ${publicUrl}/llms.txt. First steps: ${publicUrl}/sandbox/quickstart. Every operation:
${publicUrl}/openapi.json. Every error: ${publicUrl}/docs/errors.md. Why orders fail: ${publicUrl}/docs/failure-reasons.md.

${everything}`;
