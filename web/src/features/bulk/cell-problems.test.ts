import { describe, expect, it } from 'vitest';
import { sortProblems } from './cell-problems.ts';

const columns = ['name', 'address', 'address 2', 'zip', 'postal_code', 'is_gift'];
const cellsOf = (error: string) => [...sortProblems([error], columns).byColumn.keys()];

describe('sortProblems', () => {
  it.each([
    ['zip is missing.', ['zip']],
    ['zip: A US ZIP code has 5 digits.', ['zip']],
    ['name "Cher" needs a first and last name.', ['name']],
    ['address 2 is too long: at most 100 characters.', ['address 2']],
    ['address is missing.', ['address']],
    [
      'The columns zip and postal_code mean the same thing but have different values. Keep one of them.',
      ['zip', 'postal_code'],
    ],
    ['The products are from 2 retailers (amazon, walmart). Use one row for each.', []],
    ['city is missing.', []],
    ['zipper is missing.', []],
  ])('%s', (error, expected) => expect(cellsOf(error)).toEqual(expected));

  it('finds problems without a column, and columns to add', () => {
    const errors = ['city is missing.', 'This row is empty. Delete it.', 'Warning: this row is identical to row 2.'];
    expect(sortProblems(errors, columns)).toMatchObject({
      ofRow: ['city is missing.', 'This row is empty. Delete it.'],
      warnings: ['this row is identical to row 2.'],
      missingColumns: ['city'],
    });
  });
});
