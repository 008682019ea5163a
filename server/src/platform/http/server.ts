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
  config: Pick<Config, 'publicUrl'>;
  logger: Logger;
  metrics?: Metrics;
  timeouts?: Partial<Timeouts>;
  inFlight?: Partial<InFlightLimits>;
  /** What clients of a path may send, and how errors look there. */
  spaceOf: SpaceOf;
  /** What the OpenAPI document says that is not of one operation. */
  description: ApiDescription;
  /** Whether a page of this origin may send requests at all; none may unless told. */
  admitsOrigin?: (origin: string) => Promise<boolean>;
  /** The database does not answer at the moment: a request need not wait for it. */
  isStalled?: () => boolean;
}

export interface Timeouts {
  /** For the request line and the headers. */
  headersMs: number;
  /** For the whole request, body included. */
  requestMs: number;
  /** How long an idle connection is kept: longer than the usual minute of load balancers, so that they close first. */
  keepAliveMs: number;
  /** How often Node looks for connections that are late; the two limits above are only as exact as this. */
  checkMs: number;
}

const defaultTimeouts: Timeouts = { headersMs: 10_000, requestMs: 60_000, keepAliveMs: 72_000, checkMs: 1_000 };

const bodyBytesMax = 1024 * 1024;
const headerBytesMax = 16 * 1024;

/** The ground that all routes stand on. Register routes on it, then call finishRoutes, then listen. */
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
    else if (request.is404) refuseUnknownPath({ paths, admitsOrigin }, request, reply, done);
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
    // Request logs are written by our own hook, with the route pattern: a raw URL holds order ids and claim tokens.
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
      // Node would answer by itself, in a shape of its own; see the onRequest hook.
      requireHostHeader: false,
    },
    // A request that reaches us while we stop is answered like any other; its connection closes after it.
    return503OnClosing: false,
    routerOptions: {
      // Longer than any URL can be: a long id is the validator's to refuse.
      maxParamLength: headerBytesMax,
      querystringParser: parseQuery,
    },
    frameworkErrors: (error, request, reply) => {
      // Before a route is found, the framework says of which route's types they are: of any.
      const [asked, answer] = [request as FastifyRequest, reply as FastifyReply];
      setHeaders(asked, answer, headersOfEveryAnswer(config.publicUrl));
      createErrorSender(spaceOf)(frameworkFailure(error) ?? badRequest('The URL is not valid.'), asked, answer);
      request.log.info(
        { method: request.method, status: reply.statusCode, reason: error.code },
        'rejected by the router',
      );
    },
    clientErrorHandler: createRefusal(logger, spaceOf),
  });
}

const isHostMissing = ({ raw }: FastifyRequest): boolean => raw.headers.host === undefined && raw.httpVersion === '1.1';

const hostMissing = (): Failure =>
  new Failure('bad_request', 400, 'The Host header is missing.', { headers: { connection: 'close' } });

/** Two more cases in which Node would answer, or hang up, by itself. */
function handleNodeEvents(app: App, refuse: ReturnType<typeof createRefusal>): void {
  app.server.on('connect', (_request, socket) => refuse({ code: 'CONNECT' }, socket));
  // An expectation other than 100-continue may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, always: Record<string, string>): void {
  reply.header('x-request-id', request.id);
  for (const name in always) reply.header(name, always[name]);
}

/** Fastify looks at the media type before it knows whether there is a body, and before it knows the address space. */
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

/** Unknown paths and methods are answered first of all: before authentication, and without reading the body. */
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
