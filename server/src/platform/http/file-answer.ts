import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

const isText = (type: string): boolean => type.startsWith('text/');

/** An answer that is a file: not JSON, and so nothing that the serialiser could check. */
export const fileAnswer = (description: string, type: string, isBinary = !isText(type)) =>
  Type.Unsafe<string | Uint8Array | Readable>({
    description,
    content: { [type]: { schema: isBinary ? { type: 'string', format: 'binary' } : { type: 'string' } } },
  });

/** The head of an answer that a browser saves under this name. */
export const asAttachment = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply
    .type(isText(type) ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${name}"`);
