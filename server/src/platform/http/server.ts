import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { Failure } from '../../kit/failure.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { addressBucket, clientAddress } from './address.ts';
import type { SpaceOf } from './address-space.ts';
import type { App } from './app.ts';
import { servePageAssets } from './assets.ts';
import { createBodyParser } from './body.ts';
import { limitBodies } from './body-limit.ts';
import { grantPreflight, installCors, preflightOrigin } from './cors.ts';
import { badRequest, createErrorHandler, createErrorSender, type ErrorKinds, frameworkFailure } from './errors.ts';
import { installEtags } from './etag.ts';
import { headersOfEveryAnswer, requestIdOf } from './headers.ts';
import { type InFlightLimits, inFlightDefaults, overloaded, watchInFlight } from './in-flight.ts';
import { type ApiDescription, installOpenapi } from './openapi.ts';
import { createPathTable, type PathTable } from './paths.ts';
import { parseQuery } from './query.ts';
import { createRefusal } from './refusals.ts';
import { createRequestLog } from './request-log.ts';
import { shedEarly } from './shed.ts';
import { trackConnections } from './stop.ts';
import { installValidation } from './validation.ts';

export interface HttpOptions extends ErrorKinds {
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>;
  logger: Logger;
  metrics?: Metrics;
  timeouts?: Partial<Timeouts>;
  inFlight?: Partial<InFlightLimits>;
  /** What clients of a path may send, and the format of its errors. */
  spaceOf: SpaceOf;
  /** The parts of the OpenAPI document that do not come from operations. */
  description: ApiDescription;
  /** Whether pages of this origin may send requests. Default: none may. */
  admitsOrigin?: (origin: string) => Promise<boolean>;
  /** Whether the database has stopped responding, so requests should not wait for it. */
  isStalled?: () => boolean;
}

export interface Timeouts {
  /** For the request line and headers. */
  headersMs: number;
  /** For the whole request, including the body. */
  requestMs: number;
  /** How long an idle connection is kept: longer than the minute most load balancers use, so they close first. */
  keepAliveMs: number;
  /** How often Node checks for late connections. The two limits above are only this exact. */
  checkMs: number;
}

const defaultTimeouts: Timeouts = { headersMs: 10_000, requestMs: 60_000, keepAliveMs: 72_000, checkMs: 1_000 };

const bodyBytesMax = 1024 * 1024;
const headerBytesMax = 16 * 1024;

/** The base Fastify app. Register routes on it, then call finishRoutes, then listen. */
export async function createHttp(options: HttpOptions): Promise<App> {
  const { logger, metrics, spaceOf, description, admitsOrigin = async () => false } = options;
  const app: App = createFastify(options).withTypeProvider<TypeBoxTypeProvider>();
  const paths = createPathTable(app, spaceOf);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, createBodyParser(spaceOf));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(createErrorHandler(options));
  installValidation(app, spaceOf);
  limitBodies(app, bodyBytesMax);
  handleNodeEvents(app, createRefusal(logger, spaceOf));
  installEtags(app);
  installCors(app);
  const connections = trackConnections(app);
  const always = headersOfEveryAnswer(options.config.publicUrl);
  const inFlight = watchInFlight(app, {
    limits: { ...inFlightDefaults, ...options.inFlight },
    addressOf: (request) => addressBucket(clientAddress(request, options.config.trustedProxies)),
    isStalled: options.isStalled ?? (() => false),
    refuse: createErrorSender(spaceOf),
  });
  shedEarly(app, { always, logger, metrics, spaceOf, overloaded, isFullFor: inFlight.isFullFor });
  app.addHook('onRequest', (request, reply, done) => {
    connections.begin(request, reply);
    setHeaders(request, reply, always);
    prepareBody(request, spaceOf);
    const overload = inFlight.begin(request, reply);
    if (isHostMissing(request)) done(hostMissing());
    else if (overload) done(overload);
    else if (request.is404 || paths.isMisrouted(request))
      refuseUnknownPath({ paths, admitsOrigin }, request, reply, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
    const { id, method } = request;
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime * 1000) / 1000;
    metrics?.observeRequest(route, method, status, ms / 1000);
    logger.info({ request_id: id, method, route, status, ms }, 'request');
    done();
  });
  await installOpenapi(app, options.config.publicUrl, { description, spaceOf });
  servePageAssets(app);
  return app;
}

function createFastify({ config, logger, timeouts, spaceOf }: HttpOptions): FastifyInstance {
  const limits = { ...defaultTimeouts, ...timeouts };
  return fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // Our own hook logs requests, with the route pattern: raw URLs contain order ids and claim tokens.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: createRequestLog,
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: headerBytesMax,
      // Node would reply in its own format; see the onRequest hook.
      requireHostHeader: false,
    },
    // Requests that arrive while stopping are answered as usual; then the connection closes.
    return503OnClosing: false,
    routerOptions: {
      // Longer than any URL: the validator rejects long ids.
      maxParamLength: headerBytesMax,
      querystringParser: parseQuery,
    },
    frameworkErrors: (error, request, reply) => {
      // Before routing, the framework does not know the route's types.
      const [asked, answer] = [request as FastifyRequest, reply as FastifyReply];
      setHeaders(asked, answer, headersOfEveryAnswer(config.publicUrl));
      createErrorSender(spaceOf)(frameworkFailure(error) ?? badRequest('The URL is not valid.'), asked, answer);
      request.log.info(
        { method: request.method, status: reply.statusCode, reason: error.code },
        'rejected by the router',
      );
    },
    clientErrorHandler: createRefusal(logger, spaceOf),
    rewriteUrl: ({ url = '/' }) => withoutHost(url),
  });
}

/**
 * The path of a request line that names a host (RFC 9112, section 3.2.2). The sender chooses that name: with it, a
 * message signed for another service would count as one for this service.
 */
const withoutHost = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*(?=\/)/i, '');

const isHostMissing = ({ raw }: FastifyRequest): boolean => raw.headers.host === undefined && raw.httpVersion === '1.1';

const hostMissing = (): Failure =>
  new Failure('bad_request', 400, 'The Host header is missing.', { headers: { connection: 'close' } });

/** Two more cases in which Node would reply or disconnect on its own. */
function handleNodeEvents(app: App, refuse: ReturnType<typeof createRefusal>): void {
  app.server.on('connect', (_request, socket) => refuse({ code: 'CONNECT' }, socket));
  // Expectations other than 100-continue may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, always: Record<string, string>): void {
  reply.header('x-request-id', request.id);
  for (const name in always) reply.header(name, always[name]);
}

/** Fastify checks the content type before it knows whether there is a body, and without knowing the address space. */
function prepareBody(request: FastifyRequest, spaceOf: SpaceOf): void {
  const { headers } = request.raw;
  if (headers['content-type'] === undefined) return;
  const isEmpty = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
  if (isEmpty) delete headers['content-type'];
  else if (spaceOf(request.url).takesAnything) headers['content-type'] = 'application/json';
}

interface RefuseNeeds {
  paths: PathTable;
  admitsOrigin(origin: string): Promise<boolean>;
}

/** Refuses unknown paths and methods first: before authentication, and without reading the body. */
function refuseUnknownPath(
  { paths, admitsOrigin }: RefuseNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const allow = paths.allowedFor(request);
  if (request.method !== 'OPTIONS' || allow === null) {
    done(paths.refusalFor(request, allow));
    return;
  }
  reply.code(204).header('allow', allow);
  const origin = preflightOrigin(request);
  if (origin === null) {
    reply.send();
    return;
  }
  admitsOrigin(origin).then((isAdmitted) => {
    if (isAdmitted) grantPreflight(reply, origin, allow);
    reply.send();
  }, done);
}
