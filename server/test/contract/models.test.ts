import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../tools/models/alteration.ts';
import { alterations, altered, readModel } from '../../../tools/models/check.ts';
import { modelGuards } from '../../../tools/models/guards.ts';
import type { Guard } from '../mutants/guard.ts';
import { guards } from '../mutants/targets.ts';

const root = join(import.meta.dirname, '..', '..', '..');

function isInCode({ file, after, from, tests }: Guard): boolean {
  const source = readFileSync(join(root, file), 'utf8');
  const start = after === undefined ? 0 : source.indexOf(after);
  return start !== -1 && source.indexOf(from, start) !== -1 && tests.every((test) => existsSync(join(root, test)));
}

describe.each(modelNames)('the model of %s', (model) => {
  const source = readModel(model);
  const named = [...new Set([...source.matchAll(/guard: ([a-z ]+) \*\//g)].map(([, name]) => name!))];

  it('loses each of its guards in an altered model', () => {
    expect(named.filter((name) => !alterations[model].some(({ guard }) => guard === name))).toEqual([]);
    for (const each of alterations[model])
      expect([each.name, altered(source, each) !== null]).toEqual([each.name, true]);
  });

  it('has each of its guards in the code, with a test', () => {
    expect(Object.keys(modelGuards[model]).sort()).toEqual(named.sort());
    for (const [name, keeper] of Object.entries(modelGuards[model])) {
      const isKept = keeper.mutants.every((mutant) => guards.some((guard) => guard.name === mutant && isInCode(guard)));
      expect([name, isKept]).toEqual([name, true]);
    }
  });
});

it('there are at least 25 altered models', () => {
  expect(modelNames.flatMap((model) => alterations[model]).length).toBeGreaterThanOrEqual(25);
});
