// Checks the import boundaries of ARCHITECTURE.md, and that there is no import cycle.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { createBoundaries, findCycle, type Import } from './boundaries/rules.ts';
import { runSourceChecks, type SourceCheck } from './sources.ts';

const problemIn = createBoundaries(createRequire(import.meta.url)('../architecture.cjs'));

const patterns: [pattern: RegExp, isType: boolean][] = [
  [/^(?:import|export) (?!type )[^;'"`]*from '(\.[^']+)'/gm, false],
  [/^(?:import|export) type [^;'"`]*from '(\.[^']+)'/gm, true],
  [/^import '(\.[^']+)'/gm, false],
  [/(?<!typeof )\bimport\(\s*'(\.[^']+)',?\s*\)/g, false],
  [/typeof import\('(\.[^']+)'\)/g, true],
];

export const importsIn = (file: string, text: string): Import[] =>
  patterns.flatMap(([pattern, isType]) =>
    [...text.matchAll(pattern)].map(([, path = '']) => ({ from: file, to: join(dirname(file), path), isType })),
  );

const faults: string[] = [];
const importsOf = new Map<string, string[]>();

export const importCheck: SourceCheck = {
  takes: (file) => /^(?:server|web)\//.test(file),
  visit({ file, text }) {
    const imports = importsIn(file, text);
    importsOf.set(
      file,
      imports.map(({ to }) => to),
    );
    for (const edge of imports) {
      const problem = problemIn(edge);
      if (problem) faults.push(`${file} imports ${edge.to}: ${problem}.`);
    }
  },
  finish() {
    const cycle = findCycle(importsOf);
    return cycle ? [...faults, `Import cycle: ${cycle.join(' > ')}.`] : faults;
  },
};

if (import.meta.main) await runSourceChecks([importCheck]);
