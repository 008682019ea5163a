import { expect, it } from 'vitest';
import { askedBy, isFiltered, readFilter, writeFilter } from './filter.ts';

const filterOf = (query: string) => readFilter(new URLSearchParams(query));

it('survives the URL', () => {
  const query = 'search=ABC&status=order_failed&tracking=no&from=2026-08-01&to=2026-08-02&key=team&value=a%26b';
  expect(writeFilter(filterOf(query)).toString()).toBe(query);
});

it('sends only filters that are set', () => {
  expect(askedBy(filterOf(''))).toEqual({});
  expect(isFiltered(filterOf('offset=50'))).toBe(false);
  expect(askedBy(filterOf('status=nonsense&from=soon&value=alone'))).toEqual({});
});

it('uses whole local days', () => {
  const { created_after, created_before } = askedBy(filterOf('from=2026-08-01&to=2026-08-01'));
  expect(Date.parse(created_before!) - Date.parse(created_after!)).toBe(86_400_000);
  expect(new Date(created_after!).getHours()).toBe(0);
});
