import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Recipe } from './recipe.ts';
import { recipeProblems } from './recipe-problems.ts';

/** The recipes included with Errand. */
export const ownRecipes = join(import.meta.dirname, 'recipes');

/** Loads a recipe by name. The operator's own comes first, to fix a recipe without an update. */
export function loadRecipe(name: string, folders: readonly string[]): Recipe {
  for (const folder of folders) {
    const text = textOf(join(folder, `${name}.json`));
    if (text !== null) return parseRecipe(text, name);
  }
  throw new Error(`Recipe ${name}.json was not found in ${folders.join(' or ')}.`);
}

/** Changes whenever the recipe's file changes or is replaced. */
export function recipeMark(name: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const file = statSync(join(folder, `${name}.json`), { throwIfNoEntry: false });
    if (file) return `${folder}:${file.mtimeMs}:${file.size}:${file.ino}`;
  }
  return '';
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
  const problems = recipeProblems(value);
  if (problems.length > 0) throw new Error(`The recipe ${name} cannot be used. ${problems.slice(0, 5).join(' ')}`);
  return value as Recipe;
}
