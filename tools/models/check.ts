import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { entriesOf } from '../../server/src/kit/known-keys.ts';
import { type Alteration, type ModelName, modelNames, type Property, properties } from './alteration.ts';
import { cardAlterations } from './cards.ts';
import { moneyAlterations } from './money.ts';
import { movesPml } from './moves.ts';
import { placementAlterations } from './placement.ts';

const execute = promisify(execFile);
const folder = join(import.meta.dirname, '..', '..', 'models');

export const alterations: Record<ModelName, Alteration[]> = {
  placement: placementAlterations,
  money: moneyAlterations,
  cards: cardAlterations,
};

const caughtFile = join(folder, 'caught.json');

/** Altered models caught in an earlier run. spin is deterministic, so `npm test` skips them. */
export const readCaught = (): Set<string> => new Set(JSON.parse(readFileSync(caughtFile, 'utf8')));

export const writeCaught = (marks: string[]): void =>
  writeFileSync(caughtFile, `${JSON.stringify(marks.sort(), null, 2)}\n`);

const markOf = (model: ModelName, source: string, breaks: Property): string =>
  createHash('sha256')
    .update([source, movesPml(model), breaks].join('\0'))
    .digest('hex')
    .slice(0, 32);

export const readModel = (model: ModelName): string => readFileSync(join(folder, `${model}.pml`), 'utf8');

/** The first assertion that fails, or none. */
interface Finding {
  states: number;
  isComplete: boolean;
  broken: string | null;
}

/** Explores every reachable state until an assertion fails. */
async function exploreStates(
  model: ModelName,
  source: string,
  place: string,
  optimize: '-O0' | '-O1',
): Promise<Finding> {
  mkdirSync(place);
  writeFileSync(join(place, 'model.pml'), source);
  writeFileSync(join(place, 'moves.pml'), movesPml(model));
  const here = { cwd: place, maxBuffer: 1 << 26 };
  await execute('spin', ['-a', 'model.pml'], here);
  // Exact states, no hashing: a search without errors has seen them all.
  await execute('gcc', [optimize, '-w', '-DSAFETY', '-DNOFAIR', '-DNOCLAIM', '-o', 'pan', 'pan.c'], here);
  const { stdout } = await execute('./pan', ['-m20000', '-w22'], here);
  return {
    states: Number(/^\s*(\S+) states, stored/m.exec(stdout)?.[1] ?? 0),
    isComplete: / errors: 0/.test(stdout) && !/max search depth too small|out of memory|not completed/i.test(stdout),
    broken: /^pan:1: (.+) \(at depth/m.exec(stdout)?.[1]?.replace(/^assertion violated\s*/, '') ?? null,
  };
}

const propertyOf = (broken: string): Property | null =>
  entriesOf(properties).find(([, text]) => broken.includes(text))?.[0] ?? null;

/** The altered model; null if the text to change does not occur exactly once. */
export function altered(source: string, { from, to }: Alteration): string | null {
  const at = source.indexOf(from);
  if (at === -1 || source.indexOf(from, at + 1) !== -1) return null;
  return source.slice(0, at) + to + source.slice(at + from.length);
}

export interface Verdict {
  name: string;
  isGood: boolean;
  says: string;
  /** For an altered model: identifies its source and the property it must break. */
  mark?: string;
}

async function checkModel(model: ModelName, place: string): Promise<Verdict> {
  const { states, isComplete, broken } = await exploreStates(model, readModel(model), place, '-O1');
  const isGood = isComplete && broken === null && states > 0;
  return { name: `model of ${model}`, isGood, says: broken ? `does not hold: ${broken}` : `${states} states` };
}

async function checkAlteration(
  model: ModelName,
  alteration: Alteration,
  caught: ReadonlySet<string>,
  place: string,
): Promise<Verdict> {
  const name = `altered model of ${model}: ${alteration.name}`;
  const source = altered(readModel(model), alteration);
  if (source === null) return { name, isGood: false, says: `"${alteration.from}" is not in the model exactly once` };
  const mark = markOf(model, source, alteration.breaks);
  if (caught.has(mark)) return { name, isGood: true, says: 'caught in an earlier run', mark };
  const { broken } = await exploreStates(model, source, place, '-O0');
  if (broken === null) return { name, isGood: false, says: 'not caught' };
  const property = propertyOf(broken);
  return { name, isGood: property === alteration.breaks, says: `caught by: ${property ?? broken}`, mark };
}

/** Null if the models can be checked here, otherwise what is missing. */
export async function findMissingTool(): Promise<string | null> {
  for (const program of ['spin', 'gcc']) {
    const isThere = await execute(program, [program === 'spin' ? '-V' : '--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) return `${program} is not installed.`;
  }
  return null;
}

/** Checks the models and their alterations that are not known to be caught, one per available core. */
export async function checkModels(
  atOnce: number,
  caught: ReadonlySet<string>,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'errand-models-'));
  const work = modelNames.flatMap((model) => [
    (place: string) => checkModel(model, place),
    ...alterations[model].map((each) => (place: string) => checkAlteration(model, each, caught, place)),
  ]);
  const queue = work.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [index, check] of queue) {
      const place = join(root, String(index));
      onVerdict(
        await check(place).catch((error: Error) => ({
          name: `model check ${index}`,
          isGood: false,
          says: error.message,
        })),
      );
      rmSync(place, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  rmSync(root, { recursive: true, force: true });
}
