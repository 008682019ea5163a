/** A change of one spot of one line. */
export interface Change {
  line: number;
  from: string;
  to: string;
}

type Operator = [pattern: RegExp, to: string];

/** What is likeliest to be written wrongly, and dearest: comparisons, conditions, signs, limits, and the guards of SQL. */
const operators: Operator[] = [
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
  [/\breturn true\b/g, 'return false'],
  [/\breturn false\b/g, 'return true'],
  [/\bsubtractCents\b(?=\()/g, 'addCents'],
  [/\baddCents\b(?=\()/g, 'subtractCents'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/\(!(?=\w)/g, '('],
  [/ and epoch = \$?\{?[\w.$]+\}?/g, ''],
  [/ and status = '\w+'/g, ''],
  [/ and phase = '\w+'/g, ''],
  [/ for update/g, ''],
];

const isCode = (line: string): boolean =>
  !/^\s*(\/\/|\*|\/\*|import |export \{|export type |export interface |--)/.test(line);

/** Every change that the operators allow, one at a time. */
export function changesOf(source: string): Change[] {
  return source.split('\n').flatMap((text, index) => {
    if (!isCode(text)) return [];
    return operators.flatMap(([pattern, to]) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: index + 1,
        from: text,
        to: text.slice(0, match.index) + to + text.slice(match.index + match[0].length),
      })),
    );
  });
}

export function apply(source: string, { line, to }: Change): string {
  const lines = source.split('\n');
  lines[line - 1] = to;
  return lines.join('\n');
}
