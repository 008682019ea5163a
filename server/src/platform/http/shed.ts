import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../../kit/failure.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { prefersHtml } from './accept.ts';
import type { AddressSpace, Rendered, SpaceOf } from './address-space.ts';
import type { App } from './app.ts';
import { requestIdOf } from './headers.ts';

interface Needs {
  /** Sent with every response. */
  always: Record<string, string>;
  logger: Logger;
  metrics: Metrics | undefined;
  spaceOf: SpaceOf;
  /** The error for a refused request. */
  overloaded: Failure;
  isFullFor(request: IncomingMessage): boolean;
}

/** How often the number of refused requests is logged. */
const logEveryMs = 1_000;

function prepare(always: Record<string, string>, { status, headers, body }: Rendered) {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(text)) };
  return { status, headers: { ...always, ...headers, ...type }, text };
}

/**
 * Refuses excess requests before the framework sees them, with a prepared response. A refusal then costs a fraction of
 * a request and leaves the CPU to accepted requests.
 */
export function shedEarly(app: App, { always, logger, metrics, spaceOf, overloaded, isFullFor }: Needs): void {
  const readyBySpace = new Map<AddressSpace, ReturnType<typeof prepare>>();
  let refused = 0;

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const space = spaceOf(request.url ?? '/');
    const ready = readyBySpace.get(space) ?? prepare(always, space.render(overloaded));
    readyBySpace.set(space, ready);
    const { status, headers, text } = ready;
    // A string is sent together with the headers, in one write.
    response.writeHead(status, { ...headers, 'x-request-id': requestIdOf(request) }).end(text);
    metrics?.observeRequest('refused', request.method ?? '', status, 0);
    if (refused === 0) setTimeout(logRefusals, logEveryMs).unref();
    refused += 1;
  }

  function logRefusals(): void {
    logger.warn({ refused }, 'shedding requests: too many in progress');
    refused = 0;
  }

  const listeners = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A browser gets a page, which the framework's error handler renders.
    const seesPage = request.method === 'GET' && prefersHtml(request);
    if (!seesPage && isFullFor(request)) return refuse(request, response);
    for (const listener of listeners) listener.call(app.server, request, response);
  });
}
