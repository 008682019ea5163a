import { describe, expect, it } from 'vitest';
import { isFromOwnPage } from './same-origin.ts';

const url = 'https://errand.example/base';

describe('whether one of our own pages is asking', () => {
  it.each([
    {},
    { host: 'errand.example' },
    { origin: 'https://errand.example' },
    { origin: 'https://errand.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://alias.example:8443', host: 'alias.example:8443' },
  ])('%j: as far as anyone can tell', (headers) => {
    expect(isFromOwnPage(headers, url)).toBe(true);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://evil.example', host: 'errand.example' },
    { origin: 'http://errand.example', host: 'errand.example' },
    { origin: 'https://errand.example.evil.example', host: 'errand.example' },
    { origin: 'https://errand.example', 'sec-fetch-site': 'cross-site' },
  ])('%j: no', (headers) => {
    expect(isFromOwnPage(headers, url)).toBe(false);
  });
});
