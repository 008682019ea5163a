import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/harness/linear.ts';
import { csvRow } from './csv.ts';

describe('a cell', () => {
  it('never starts a formula, behind whatever a spreadsheet takes for the end of a cell', () => {
    const cells = ['=1', ' +1', 'a;=1', 'a\n \'"=1', 'a|-1', 'a=1', '-;-1', '\t@x'];
    expect(csvRow(cells)).toBe(`'=1,' +1,a;'=1,"a\n '""'=1",a|'-1,a=1,'-;'-1,'\t'@x\r\n`);
    // Spreadsheets in East Asian languages read full-width signs as formulas too.
    expect(csvRow(['＝1', ' ＋1', 'a;－1', '＠x', '1－2－3'])).toBe(`'＝1,' ＋1,a;'－1,'＠x,1－2－3\r\n`);
    expect(csvRow([null, 'plain', 'a "b"'])).toBe(',plain,"a ""b"""\r\n');
  });

  const hostile: Record<string, (length: number) => string> = {
    'line ends': (length) => '\n'.repeat(length),
    'line ends and quotes': (length) => '\n"'.repeat(length / 2),
    separators: (length) => '; '.repeat(length / 2),
    formulas: (length) => '\n ='.repeat(length / 3),
    spaces: (length) => ` a${' '.repeat(length)}a`,
  };
  it.each(Object.entries(hostile))('is written in linear time: %s', async (_name, make) => {
    await expectLinear((text) => csvRow([text]), make, 160_000);
  });
});
