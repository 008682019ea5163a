import type { Readable } from 'node:stream';
import { Type } from 'typebox';

/** An answer that is a file: not JSON, and so nothing that the serialiser could check. */
export const fileAnswer = (description: string, type: string, schema: object = { type: 'string' }) =>
  Type.Unsafe<string | Uint8Array | Readable>({ description, content: { [type]: { schema } } });
