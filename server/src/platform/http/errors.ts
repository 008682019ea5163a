import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, Invalid } from '../../kit/failure.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { writeJson } from '../../kit/write-in-pieces.ts';
import { prefersHtml } from './accept.ts';
import type { SpaceOf } from './address-space.ts';
import { unsupportedMediaType } from './body.ts';
import { errorPage } from './error-page.ts';
import { sendPage } from './html.ts';

export interface ErrorKinds {
  /** The database, or something equally required, is unreachable for now. */
  isUnavailable(error: unknown): boolean;
  /** The database rejected a value that no schema could reject. */
  isInvalidInput(error: unknown): boolean;
}

export const badRequest = (message: string, status = 400): Failure => new Failure('bad_request', status, message);

/** Renders every error in the format of its address space. */
export function createErrorHandler(kinds: ErrorKinds & { spaceOf: SpaceOf }) {
  const send = createErrorSender(kinds.spaceOf);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toFailure(error, kinds);
    if (known instanceof Failure && known.status >= 500 && known !== error) {
      request.log.error({ err: error }, known.code === 'internal_error' ? 'unexpected error' : 'unavailable');
    }
    if (known instanceof Failure && known.status === 413) lingerAfterReply(request);
    send(known, request, reply);
  };
}

/** How long a client may keep sending after its body was refused. */
const lingerMs = 5_000;

/**
 * The response goes out before the whole body has arrived. Closing right away would reset the connection, and the
 * sender would see a broken pipe instead of the response. So we close only our side and discard the rest.
 */
function lingerAfterReply({ raw: { socket } }: FastifyRequest): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** Every row of a batch that was refused: ten thousand, or a few very long ones. */
const hasRows = (error: Failure | Invalid): boolean => error instanceof Failure && Array.isArray(error.details.rows);

export type ErrorSender = (error: Failure | Invalid, request: FastifyRequest, reply: FastifyReply) => void;

export function createErrorSender(spaceOf: SpaceOf): ErrorSender {
  return (error, request, reply) => {
    const space = spaceOf(request.url);
    const { status, headers, body } = space.render(error, request);
    if (request.method === 'GET' && space.showsPages && prefersHtml(request)) {
      sendPage(reply.code(status).headers({ 'cache-control': 'no-store', ...headers }), errorPage(error, request.id));
      return;
    }
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type('application/json; charset=utf-8')
      .send(hasRows(error) ? Readable.from(writeJson(body)) : JSON.stringify(body));
  };
}

function toFailure(error: unknown, kinds: ErrorKinds): Failure | Invalid {
  if (error instanceof Failure || error instanceof Invalid) return error;
  if (kinds.isUnavailable(error)) return unavailable();
  if (kinds.isInvalidInput(error)) {
    return new Invalid([{ loc: ['body'], msg: 'A value is out of range or not allowed', type: 'value_error' }]);
  }
  return frameworkFailure(error) ?? internalError();
}

const internalError = (): Failure =>
  new Failure(
    'internal_error',
    500,
    'Something went wrong on our side. Try again. If it continues, contact support with the X-Request-Id.',
  );

const unavailable = (): Failure =>
  new Failure('service_unavailable', 503, 'The service is temporarily unavailable. Try again shortly.', {
    headers: { 'retry-after': '2' },
  });

/** Fastify's own refusals of client input. Its other errors are our bugs. */
export function frameworkFailure(error: unknown): Failure | null {
  const { code, statusCode } = fieldsOf(error);
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure('payload_too_large', 413, 'The body is larger than this path accepts.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('The body does not match its Content-Length.');
    case 'FST_ERR_BAD_URL':
      return badRequest('The path is not valid percent-encoded UTF-8.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return badRequest('A part of the path is too long.');
    default:
      // Reading the body failed: the client disconnected or sent invalid HTTP.
      return statusCode === 400 && error instanceof Error && isStreamError(code)
        ? badRequest('The body could not be read.')
        : null;
  }
}

function isStreamError(code: unknown): boolean {
  return code === 'ECONNRESET' || (typeof code === 'string' && code.startsWith('HPE_'));
}
