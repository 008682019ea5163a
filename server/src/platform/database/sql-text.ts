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

/** Folds a search text like `folded` columns: lower case without accents, so "muller" matches "Müller". */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđħŧıßæœ]/g, (letter) => plainLetters[letter] ?? letter);

/** SQL: folds a text for search. The trigram indexes contain folded text. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`fold_text(${text})`;

/** Matches a prefix with an index. A range, unlike `like`, uses the index even in a generic plan. */
export const begins = (column: RawBuilder<unknown>, text: string) =>
  sql`(${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10ffff}`})`;

const idTemplate = '00000000-0000-0000-0000-000000000000';

/** The first and last ids with this prefix; null if there can be none. */
function idRange(text: string): [string, string] | null {
  const rest = idTemplate.slice(text.length);
  const isBeginning = text.length <= idTemplate.length && /^[0-9a-f-]+$/.test(text);
  const [low, high] = [text + rest, text + rest.replaceAll('0', 'f')];
  return isBeginning && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(low) ? [low, high] : null;
}

/** Matches ids with this prefix as a range of the primary key. Empty if there can be none. */
export function idBegins(column: RawBuilder<unknown>, text: string): RawBuilder<unknown>[] {
  const range = idRange(text);
  return range ? [sql`${column} between ${range[0]}::uuid and ${range[1]}::uuid`] : [];
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * A pattern for a trigram index, whose posting lists are long. Both ends of a text, and the middle of a long one,
 * select almost as well as all of it. Matches are compared with the whole text afterwards.
 */
function coarsePattern(text: string): string {
  // Split by whole characters, not surrogate halves.
  const letters = [...text];
  if (letters.length <= 7) return `%${escaped(text)}%`;
  const part = (from: number, to?: number) => letters.slice(from, to).join('');
  const middle = Math.floor(letters.length / 2);
  // Trigrams at the edge of a group of digits are rarer than those inside.
  const [start] = /^\d{1,4}-\d\d?/.exec(text) ?? [part(0, 3)];
  const end = part(Math.max(start.length, letters.length - 4));
  const pieces = [start, ...(letters.length > 20 ? [part(middle - 2, middle + 2)] : []), end];
  return `%${pieces.map(escaped).join('%')}%`;
}

/** Characters that a word follows in names, numbers and titles. */
const wordsFollow = [' ', '\n', '-'];

const wordBegins = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> => {
  const patterns = ['', ...wordsFollow.map((one) => `%${one}`)].map((before) => `${before}${escaped(text)}%`);
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`;
};

/** Whether a trigram index can find this text. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/**
 * Matches lower-case text that contains this part, in a column with a trigram index. For a `folded` column, pass a
 * folded part. A part without a trigram matches only at the start of a word.
 */
export function hasPart(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  if (hasTrigram(text)) return sql`${column} like ${coarsePattern(text)} and position(${text} in ${column}) > 0`;
  return /[\p{L}\p{N}]/u.test(text) ? wordBegins(column, text) : sql`false`;
}
