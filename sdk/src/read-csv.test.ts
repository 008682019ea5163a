import { describe, expect, it } from 'vitest';
import { readCsv, UnreadableFile } from './read-csv.ts';

const rowsOf = (text: string | Buffer) => readCsv(Buffer.from(text as string)).rows;

describe('readCsv', () => {
  const expected = [{ name: 'Jane Doe', city: 'Köln', note: 'a, b; c' }];

  it.each([
    ['commas', 'name,city,note\nJane Doe,Köln,"a, b; c"\n'],
    ['semicolons of a European Excel', 'name;city;note\r\nJane Doe;Köln;"a, b; c"\r\n'],
    ['tabs', 'name\tcity\tnote\nJane Doe\tKöln\ta, b; c'],
    ['a byte order mark', '\ufeffname,city,note\nJane Doe,Köln,"a, b; c"\n'],
    ["Excel's own separator line", 'sep=;\r\nname;city;note\r\nJane Doe;Köln;"a, b; c"\r\n'],
    ['quoted headers and blank lines', '"name","city","note"\n\nJane Doe,Köln,"a, b; c"\n,,\n\n'],
    ['nameless columns without content', 'name,city,note,,\nJane Doe,Köln,"a, b; c",,\n'],
  ])('takes %s', (_, text) => expect(rowsOf(text)).toEqual(expected));

  it('reads Windows-1252 and UTF-16', () => {
    const text = 'name,city,note\nJane Doe,Köln,"a, b; c"\n';
    expect(readCsv(Buffer.from(text, 'latin1')).rows).toEqual(expected);
    expect(readCsv(Buffer.from(`\ufeff${text}`, 'utf16le')).rows).toEqual(expected);
    expect(readCsv(Buffer.from('name\n\x80 10', 'latin1')).rows).toEqual([{ name: '€ 10' }]);
  });

  it('keeps line breaks in quotes and reports line numbers', () => {
    const file = readCsv(Buffer.from('name,note\nA,"one\r\ntwo"\n\nB,"x""y"\n'));
    expect(file.rows).toEqual([
      { name: 'A', note: 'one\ntwo' },
      { name: 'B', note: 'x"y' },
    ]);
    expect(file.lineNumbers).toEqual([2, 5]);
  });

  it.each([
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex'), /CSV UTF-8/],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /CSV UTF-8/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), /not a text file/],
    ['nothing', Buffer.from(''), /empty/],
    ['a header alone', Buffer.from('name,city\n'), /no rows/],
    ['a column twice', Buffer.from('name,name\nA,B'), /"name" appears twice/],
    ['a column without a name', Buffer.from('name,,city\nA,B,C'), /Column 2 has no name/],
    ['more cells than columns', Buffer.from('name,city\nA,B,C'), /Line 2 has more cells/],
    ['an open quote', Buffer.from('name,city\n"A,B'), /cannot be read as CSV/],
  ])('refuses %s in words', (_, bytes, words) => {
    expect(() => readCsv(bytes)).toThrow(UnreadableFile);
    expect(() => readCsv(bytes)).toThrow(words);
  });
});
