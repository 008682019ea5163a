import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { assertDefined } from '../server/src/kit/assert-defined.ts';

export interface AskedRequest {
  method: string;
  path: string;
  key: string | null;
  authorization?: string;
  /** `@unique@` becomes a new text each time. */
  body: string | null;
}

const run = randomBytes(6).toString('hex');
let asked = 0;

/** The next request as HTTP text. */
export function render({ port, requests }: { port: number; requests: AskedRequest[] }): string {
  asked += 1;
  const {
    method,
    path,
    key,
    authorization = key && `Bearer ${key}`,
    body,
  } = assertDefined(requests[asked % requests.length]);
  const text = body?.replace('@unique@', `${run}-${String(asked).padStart(9, '0')}`) ?? '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  const auth = authorization ? `Authorization: ${authorization}\r\n` : '';
  const entity = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : '';
  return `${head}${auth}${entity}\r\n${text}`;
}

/** Calls back with the status and text of each response. */
export function readAnswers(socket: Socket, onAnswer: (status: number, text: string) => void): void {
  let held = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    held += chunk;
    const end = held.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(held.slice(0, end))?.[1]);
    if (held.length < end + 4 + length) return;
    const text = held;
    held = '';
    onAnswer(Number(text.slice(9, 12)), text);
  });
}
