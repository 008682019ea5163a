import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../../kit/ids.ts';
import type { Logger } from '../logger.ts';
import type { SpaceOf } from './address-space.ts';
import { badRequest } from './errors.ts';
import { safetyHeaders } from './headers.ts';

const lingerMs = 1000;

interface ParserError {
  code?: string;
  rawPacket?: unknown;
}

/**
 * Answers requests that Node's HTTP parser refuses, in the usual format and with the usual headers, then closes the
 * connection.
 */
export function createRefusal(logger: Logger, spaceOf: SpaceOf) {
  return (error: ParserError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, message } = refusalText(error.code);
    const requestId = newId();
    const start = startOf(error);
    const rendered = spaceOf(pathOf(start)).render(badRequest(message, status));
    const body = JSON.stringify(rendered.body);
    const headers = {
      ...safetyHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    logger.info({ request_id: requestId, status, reason: error.code }, 'rejected by the HTTP parser');
    // A response to HEAD has no body: the client would read it as the start of the next response.
    const sent = start.startsWith('HEAD ') ? '' : body;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${sent}`);
    // A peer that never closes its side must not keep the socket open.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

function refusalText(code: string | undefined): { status: number; message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request timed out.' };
    case 'HPE_HEADER_OVERFLOW':
      return { status: 400, message: 'The URL or the headers are too long.' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 400, message: "The body's chunk extensions are too long." };
    case 'CONNECT':
      return { status: 400, message: 'CONNECT is not supported.' };
    default:
      return { status: 400, message: 'This is not a valid HTTP request.' };
  }
}

/** The first bytes that the parser received. */
const startOf = ({ rawPacket }: ParserError): string =>
  Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, 64).toString('latin1') : '';

/** The path, as far as the bytes show it, to find its address space. */
const pathOf = (start: string): string => /^[A-Z]+ (\S+)/.exec(start)?.[1] ?? '/';
