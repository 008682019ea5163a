import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import { folded, foldText, hasPart } from './sql-text.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function holds(condition: RawBuilder<unknown>): Promise<boolean | undefined> {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(test.database.db);
  return rows[0]?.holds;
}

const isFound = (text: string, part: string) => holds(hasPart(sql`${text}::text`, part));

describe('part of a text', () => {
  it.each(['2026-113', '1234-5678', '113-0914', '113-09144059', 'jane doe', 'po-77', '%_\\100'])(
    'finds %s in itself and within more',
    async (part) => {
      expect(await isFound(part, part)).toBe(true);
      expect(await isFound(`x ${part} y`, part)).toBe(true);
      expect(await isFound(part.slice(1), part)).toBe(false);
    },
  );

  it('finds what has three letters or digits in a row wherever it stands', async () => {
    const letter = fc.constantFrom(...'ab12-_% \\', '\u{1f381}');
    const part = fc.string({ unit: letter, minLength: 3, maxLength: 30 }).filter((text) => /[ab12]{3}/.test(text));
    const around = fc.string({ unit: letter, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(around, part, around, async (before, text, after) => {
        expect(await isFound(`${before}${text}${after}`, text)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('does not match text that only shares its beginning and end', async () => {
    expect(await isFound('113-09 and 4059', '113-09144059')).toBe(false);
  });
});

describe('text without accents', () => {
  it.each([
    ['Müller', 'muller'],
    ['Mu\u0308ller', 'MÜLLER'],
    ['Łukasz Ørsted', 'lukasz orsted'],
    ['Straße', 'STRASSE'],
    ['Æble Œuvre', 'aeble oeuvre'],
    ['Ñandú', 'nandu'],
  ])('%s is %s', (text, same) => expect(foldText(text)).toBe(foldText(same)));

  it('folds every Latin letter of European languages the way the database does', async () => {
    const letters = Array.from({ length: 0x180 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20));
    const texts = [...letters, 'ẞ', 'Ș', 'ﬁ', 'Ａ', '\u{1f381}'];
    const { rows } = await sql<{ same: string }>`
      select ${folded(sql`text`)} as same from unnest(${texts}::text[]) with ordinality as t(text, at) order by at`.execute(
      test.database.db,
    );
    const differing = texts.filter((text, at) => rows[at]?.same !== foldText(text));
    expect(differing).toEqual([]);
  });
});
