import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

const isText = (type: string): boolean => type.startsWith('text/');

/** A response that is a file: not JSON, so the serializer does not check it. */
export const fileAnswer = (description: string, type: string, isBinary = !isText(type)) =>
  Type.Unsafe<string | Uint8Array | Readable>({
    description,
    content: { [type]: { schema: isBinary ? { type: 'string', format: 'binary' } : { type: 'string' } } },
  });

/** Sets the headers that make a browser save the response under this name. */
export const asAttachment = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply
    .type(isText(type) ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${name}"`);
