import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Locator as Element, Page } from 'playwright-core';
import type { RecipeBroken } from '../../server/src/connectors/browser/attempt-errors.ts';
import { parseRecipe } from '../../server/src/connectors/browser/load-recipe.ts';
import type { Locator, Recipe, Target } from '../../server/src/connectors/browser/recipe.ts';
import { locate } from '../../server/src/connectors/browser/targets.ts';
import { fieldsOf } from '../../server/src/kit/fields.ts';
import { type CheckOptions, readRecipeFile, walkRecipe } from './check.ts';
import { best, type Candidate, candidatesOn } from './suggest.ts';
import type { Person } from './tour.ts';

interface Proposal {
  from: unknown;
  to: Target;
  why: string;
}

const roundsMax = 10;

/**
 * Runs the recipe up to the final check and proposes new locators where pages no longer match: as a diff with pictures, for a
 * person to accept. Never proposes another buy button.
 */
export async function repair(file: string, options: CheckOptions, person: Person): Promise<number> {
  const text = readRecipeFile(file);
  let recipe = parseRecipe(text, file);
  for (let round = 0; round < roundsMax; round += 1) {
    const proposals: Proposal[] = [];
    let broken: string | null = null;
    const watcher = {
      onDrift: async (page: Page, target: Locator[], missed: Locator[], element: Element | null): Promise<void> => {
        if (proposals.some(({ from }) => isDeepStrictEqual(from, target))) return;
        const proposal = await proposeAfterDrift(page, target, missed, element);
        if (proposal) proposals.push(proposal);
      },
      onBroken: async (page: Page, error: RecipeBroken): Promise<void> => {
        broken = `${error.place ?? 'The walk'}: ${error.message}`;
        const proposal = await proposeAfterBreak(page, recipe, error.place);
        if (proposal) proposals.push(proposal);
      },
    };
    await walkRecipe(recipe, options, person.say, watcher);
    for (const { why } of proposals) person.say(why);
    const proposed = proposals.reduce<unknown>((known, { from, to }) => replaceTarget(known, from, to), recipe);
    recipe = parseRecipe(JSON.stringify(proposed), file);
    if (broken === null) break;
    if (proposals.length === 0) {
      person.say(`No proposal for this step; repair it by hand. ${broken}`);
      break;
    }
  }
  return offer(file, text, recipe, person);
}

/** Keeps the locators that still match, and adds others that find the same element. */
async function proposeAfterDrift(
  page: Page,
  target: Locator[],
  missed: Locator[],
  element: Element | null,
): Promise<Proposal | null> {
  const kept = target.filter((one) => !missed.some((other) => isDeepStrictEqual(one, other)));
  const [first, ...others] = [...kept, ...(element ? await locatorsOf(page, element) : [])];
  if (first === undefined) return null;
  const unique = [first, ...others].filter(
    (one, index, all) => all.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );
  const to: Target = unique.length > 1 ? unique : first;
  return { from: target, to, why: `${missed.map(shown).join(', ')} no longer matches; now ${shown(to)}.` };
}

const shown = (value: unknown): string => JSON.stringify(value);

/** Fresh locators that find exactly this element. */
async function locatorsOf(page: Page, element: Element): Promise<Locator[]> {
  for (const { target } of await candidatesOn(page).catch(() => [])) {
    const alone = [target].flat();
    const found = locate(page, target, {});
    const isSame =
      (await found.count().catch(() => 0)) === 1 &&
      (await found
        .and(element)
        .count()
        .catch(() => 0)) === 1;
    if (isSame) return alone;
  }
  return [];
}

const roles: Record<string, Candidate['role']> = { click: 'button', fill: 'field', choose: 'choice' };

/** For a step that finds nothing: the element with the most words in common. */
async function proposeAfterBreak(page: Page, recipe: Recipe, place: string | null): Promise<Proposal | null> {
  if (place === null || place.startsWith('buy')) return null;
  const step = fieldsOf(stepAt(recipe, place));
  const verb = Object.keys(roles).find((name) => name in step);
  const role = roles[verb ?? ''];
  if (verb === undefined || role === undefined) return null;
  const from = step[verb];
  const words = [...shown(from).matchAll(/[a-z]{4,}/gi)].map(([word]) => word.toLowerCase());
  const sought = words.filter((word) => !['role', 'name', 'button', 'label', 'text', 'exact', 'input'].includes(word));
  const fits = sought.map((word) => new RegExp(`\\b${word}`, 'i'));
  const [candidate] = best(await candidatesOn(page).catch(() => []), role, fits);
  const isLikely = candidate !== undefined && fits.some((fit) => fit.test(candidate.words));
  if (!candidate || !isLikely) return null;
  const why = `${place}: nothing matches ${shown(from)}. Likely "${candidate.words}": ${shown(candidate.target)}. Compare the picture.`;
  return { from, to: candidate.target, why };
}

/** `add/3/do/0` in the recipe; `log_in/2` is a step of `log_in.steps`. */
function stepAt(recipe: Recipe, place: string): unknown {
  return place.split('/').reduce<unknown>((value, key) => {
    const steps = !Array.isArray(value) && /^\d+$/.test(key) ? fieldsOf(value).steps : value;
    return fieldsOf(steps)[key];
  }, recipe);
}

function replaceTarget(value: unknown, from: unknown, to: Target): unknown {
  if (isDeepStrictEqual(value, from)) return to;
  if (Array.isArray(value)) return value.map((entry) => replaceTarget(entry, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replaceTarget(entry, from, to)]));
}

/** Shows the diff. Changes the file only if a person says yes. */
async function offer(file: string, text: string, recipe: Recipe, person: Person): Promise<number> {
  const proposed = `${JSON.stringify(recipe, null, 2)}\n`;
  const before = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  if (proposed === before) {
    person.say('Nothing to propose.');
    return 0;
  }
  const proposal = file.replace(/(\.json)?$/, '.proposed.json');
  writeFileSync(proposal, proposed);
  const { stdout } = spawnSync('diff', ['-u', '--label', file, '--label', proposal, '-', proposal], {
    input: before,
    encoding: 'utf8',
  });
  person.say(stdout);
  const answer = await person.ask(`Accept this as ${file}? Compare the pictures first. (yes or no)`, 'no');
  if (answer !== 'yes') {
    person.say(`${file} is unchanged. The proposal is in ${proposal}.`);
    return 1;
  }
  writeFileSync(file, proposed);
  person.say(`${file} repaired. The next order first tries it up to the final check.`);
  return 0;
}
