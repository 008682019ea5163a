import { Type } from 'typebox';
import type { Page } from '../../kit/page.ts';
import { uuid } from './schema.ts';

export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
};

/** Fields that describe the whole list. */
export const pageFields = {
  total: Type.Integer({ description: 'Total number of entries.' }),
  limit: Type.Integer(),
  offset: Type.Integer(),
  next_offset: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The `offset` of the next page. Null: this is the last page.',
  }),
};

/** Names the field of an entry that is sent as `after`, for clients that are generated. */
export const cursorOf = (field: string) => ({ 'x-cursor': field });

/** A cursor, as an alternative to `offset`. */
export const afterField = (what: string) =>
  Type.Optional(
    uuid({
      description: `The ${what === 'id' ? 'ID' : what} of the last entry on the previous page. Faster than \`offset\` on deep pages.`,
      ...cursorOf(what),
    }),
  );

export function pageOf(total: number, { limit, offset }: Page) {
  const next = offset + limit;
  return { total, limit, offset, next_offset: next < total ? next : null };
}
