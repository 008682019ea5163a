import { type RawBuilder, sql } from 'kysely';

const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** What is searched for, as `folded` columns have it: in lower case and without accents, so that "muller" and "Müller" are the same. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđħŧıßæœ]/g, (letter) => plainLetters[letter] ?? letter);

/** SQL: a text as search compares it; indexes of parts have it so. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`fold_text(${text})`;

/** Text of which an index knows the beginning. Not `like`: a range is one also before its values are known. */
export const begins = (column: RawBuilder<unknown>, text: string) =>
  sql`(${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10ffff}`})`;

const idTemplate = '00000000-0000-0000-0000-000000000000';

/** The first and the last id that begin so; null when none can. */
function idRange(text: string): [string, string] | null {
  const rest = idTemplate.slice(text.length);
  const isBeginning = text.length <= idTemplate.length && /^[0-9a-f-]+$/.test(text);
  const [low, high] = [text + rest, text + rest.replaceAll('0', 'f')];
  return isBeginning && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(low) ? [low, high] : null;
}

/** Ids that begin so, as a range of the id's own index; nothing where none can. */
export function idBegins(column: RawBuilder<unknown>, text: string): RawBuilder<unknown>[] {
  const range = idRange(text);
  return range ? [sql`${column} between ${range[0]}::uuid and ${range[1]}::uuid`] : [];
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * A pattern for an index of trigrams, whose lists are long: both ends of a text, and the middle of a long one, say nearly as much as the whole. What
 * it finds is held against the whole text.
 */
function coarsePattern(text: string): string {
  // By whole characters: half of one is none.
  const letters = [...text];
  if (letters.length <= 7) return `%${escaped(text)}%`;
  const part = (from: number, to?: number) => letters.slice(from, to).join('');
  const middle = Math.floor(letters.length / 2);
  // Where a group of digits ends, and where one begins, there are fewer such trigrams than within it.
  const [start] = /^\d{1,4}-\d\d?/.exec(text) ?? [part(0, 3)];
  const end = part(Math.max(start.length, letters.length - 4));
  const pieces = [start, ...(letters.length > 20 ? [part(middle - 2, middle + 2)] : []), end];
  return `%${pieces.map(escaped).join('%')}%`;
}

/** What words follow in names, numbers and titles. */
const wordsFollow = [' ', '\n', '-'];

const wordBegins = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> => {
  const patterns = ['', ...wordsFollow.map((one) => `%${one}`)].map((before) => `${before}${escaped(text)}%`);
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`;
};

/** Whether an index of trigrams knows of such a part. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/**
 * Text in lower case that has this part, for a column with an index of trigrams. Text and part of a `folded` column are folded. Where the part has no trigram of its own, words that begin with it are
 * found: at the beginning of the text, or after what words follow.
 */
export function hasPart(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  if (hasTrigram(text)) return sql`${column} like ${coarsePattern(text)} and position(${text} in ${column}) > 0`;
  return /[\p{L}\p{N}]/u.test(text) ? wordBegins(column, text) : sql`false`;
}
