import type { TSchema } from 'typebox';

/** An answer that is a file: not JSON, and so nothing that the serialiser could check. */
export const fileAnswer = (description: string, type: string, schema: object = { type: 'string' }): TSchema =>
  ({ description, content: { [type]: { schema } } }) as unknown as TSchema;
