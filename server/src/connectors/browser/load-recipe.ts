import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recipe } from './recipe.ts';
import { recipeValidator, stepValidator, verbNames } from './recipe-schema.ts';

/** The recipes that come with the service. */
export const ownRecipes = join(import.meta.dirname, 'recipes');

/** A recipe by its name: the operator's own first, so that a store's redesign can be met without an update. */
export function loadRecipe(name: string, folders: readonly string[]): Recipe {
  for (const folder of folders) {
    const text = textOf(join(folder, `${name}.json`));
    if (text !== null) return parseRecipe(text, name);
  }
  throw new Error(`There is no recipe ${name}.json in ${folders.join(' or ')}.`);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

export function parseRecipe(text: string, name: string): Recipe {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`The recipe ${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const problems = problemsOf(value);
  if (problems.length > 0) throw new Error(`The recipe ${name} cannot be used. ${problems.slice(0, 5).join(' ')}`);
  return value as Recipe;
}

/** What is wrong with a recipe, each with its place; empty when nothing is. */
export function problemsOf(value: unknown): string[] {
  const isRecipe = recipeValidator();
  if (isRecipe(value)) return [];
  const errors = isRecipe.errors ?? [];
  const inSteps = [...stepsIn(value, '')].flatMap(([place, step]) => stepProblems(place, step));
  if (inSteps.length > 0) return inSteps;
  return errors.map(({ instancePath, message }) => `${instancePath || '/'}: ${message}.`);
}

function* stepsIn(value: unknown, place: string): Generator<[string, Record<string, unknown>]> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* stepsIn(entry, `${place}/${index}`);
  } else if (typeof value === 'object' && value !== null) {
    const isStep = /\/\d+$/.test(place) && !/\/(signs|banners|any|all|hosts)\/\d+$/.test(place);
    if (isStep) yield [place, value as Record<string, unknown>];
    for (const [key, entry] of Object.entries(value)) yield* stepsIn(entry, `${place}/${key}`);
  }
}

function stepProblems(place: string, step: Record<string, unknown>): string[] {
  const verb = verbNames.find((name) => name in step);
  if (verb === undefined) return [`${place}: a step needs one of ${verbNames.join(', ')}.`];
  const isStep = stepValidator(verb);
  if (isStep(step)) return [];
  // What is wrong inside a nested step is told at that step.
  const isNested = (path: string): boolean => /^\/(do|else)\//.test(path);
  const errors = (isStep.errors ?? []).filter(({ instancePath }) => !isNested(instancePath));
  return errors.slice(0, 2).map(({ instancePath, message }) => `${place}${instancePath} (${verb}): ${message}.`);
}
