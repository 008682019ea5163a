import { parentPort } from 'node:worker_threads';
import { Failure, Invalid, type Problem } from '../../kit/failure.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { lowerThreadPriority } from '../thread-priority.ts';
import { readJson } from './read-json.ts';
import { createProblemFinder } from './validation.ts';

// Runs on its own thread: reading a large body would block the event loop for too long.

export interface LargeBody {
  id: number;
  bytes: Uint8Array;
  valuesMax: number;
  /** The body's JSON schema as text; null if the route has none. */
  schema: string | null;
}

export type ReadBody = { id: number } & (
  | { kind: 'read'; text: Uint8Array; skeleton: string; lists: { name: string; ends: number[] }[] }
  | { kind: 'invalid'; problems: Problem[] }
  | { kind: 'refused'; code: Failure['code']; status: number; message: string }
  | { kind: 'failed'; message: string }
);

/** Lists travel in pieces that each parse in about a millisecond, unless one entry is longer. */
const pieceChars = 16 * 1024;

const findersBySchema = new Map<string, (value: unknown) => Problem[]>();

function problemsWith(value: unknown, schema: string | null): Problem[] {
  if (schema === null) return [];
  const find = findersBySchema.get(schema) ?? createProblemFinder(JSON.parse(schema));
  findersBySchema.set(schema, find);
  return find(value);
}

/** Splits a list into JSON texts of smaller lists. */
function piecesOf(list: readonly unknown[]): string[] {
  const pieces: string[] = [];
  let held: string[] = [];
  let length = 0;
  for (const [index, element] of list.entries()) {
    const text = JSON.stringify(element);
    held.push(text);
    length += text.length;
    if (length < pieceChars && index < list.length - 1) continue;
    pieces.push(`[${held.join()}]`);
    held = [];
    length = 0;
  }
  return pieces;
}

function pack(id: number, value: unknown): { answer: ReadBody; text: Uint8Array<ArrayBuffer> } {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = isRecord ? Object.entries(value) : [];
  const long = fields.filter((field): field is [string, unknown[]] => Array.isArray(field[1]) && field[1].length > 1);
  const buffers: Buffer[] = [];
  let end = 0;
  const lists = long.map(([name, list]) => ({
    name,
    ends: piecesOf(list).map((piece) => {
      const buffer = Buffer.from(piece);
      buffers.push(buffer);
      end += buffer.length;
      return end;
    }),
  }));
  const emptied =
    long.length === 0 ? value : { ...fieldsOf(value), ...Object.fromEntries(long.map(([name]) => [name, []])) };
  // Memory that no other buffer shares can be transferred without copying.
  const text = new Uint8Array(new ArrayBuffer(end));
  let at = 0;
  for (const buffer of buffers) {
    text.set(buffer, at);
    at += buffer.length;
  }
  return { answer: { id, kind: 'read', text, skeleton: JSON.stringify(emptied), lists }, text };
}

function read({ id, bytes, valuesMax, schema }: LargeBody): { answer: ReadBody; text?: Uint8Array<ArrayBuffer> } {
  try {
    const value = readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), valuesMax);
    const problems = problemsWith(value, schema);
    return problems.length > 0 ? { answer: { id, kind: 'invalid', problems } } : pack(id, value);
  } catch (error) {
    if (error instanceof Invalid) return { answer: { id, kind: 'invalid', problems: error.problems } };
    if (error instanceof Failure) {
      const { code, status, message } = error;
      return { answer: { id, kind: 'refused', code, status, message } };
    }
    return { answer: { id, kind: 'failed', message: error instanceof Error ? error.message : String(error) } };
  }
}

lowerThreadPriority();
parentPort?.on('message', (body: LargeBody) => {
  const { answer, text } = read(body);
  parentPort?.postMessage(answer, text ? [text.buffer] : []);
});
