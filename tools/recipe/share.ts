import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { abilitiesOf, checksumOf } from '../../server/src/connectors/browser/about-recipe.ts';
import { parseRecipe } from '../../server/src/connectors/browser/load-recipe.ts';
import type { Recipe } from '../../server/src/connectors/browser/recipe.ts';
import { type CheckOptions, check, readRecipeFile } from './check.ts';

type Print = (line: string) => void;

export interface ShareOptions {
  software?: string | undefined;
  'software-version'?: string | undefined;
  author?: string | undefined;
  out?: string | undefined;
  force?: boolean | undefined;
}

const write = (file: string, recipe: Recipe): void => {
  // Renamed into place, so no process reads half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(recipe, null, 2)}\n`);
  renameSync(`${file}.new`, file);
};

const read = (file: string): Recipe => parseRecipe(readRecipeFile(file), file);

type About = NonNullable<Recipe['about']>;
type Metadata = { [Field in keyof About]?: About[Field] | undefined };

/** `about` with the current abilities and checksum. */
function describe(recipe: Recipe, more: Metadata): Recipe {
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  const described = { ...recipe, about: { ...recipe.about, ...given, abilities: [...abilitiesOf(recipe)].toSorted() } };
  return { ...described, about: { ...described.about, checksum: checksumOf(described) } };
}

/** Writes a recipe as one file for others. */
export function exportRecipe(file: string, options: ShareOptions, print: Print): number {
  const recipe = describe(read(file), {
    software: options.software,
    software_version: options['software-version'],
    author: options.author,
  });
  const { software, software_version: version, author, tested_on: testedOn } = recipe.about ?? {};
  const missing = Object.entries({ '--software': software, '--software-version': version, '--author': author })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length > 0) throw new Error(`Add ${missing.join(', ')}: readers need to know what the recipe is for.`);
  if (testedOn === undefined) print('Not tested yet. Run recipe test first to set tested_on.');
  const out = options.out ?? `${recipe.name}.recipe.json`;
  write(out, recipe);
  print(`${out} is ready to share. ${recipe.about?.checksum}`);
  return 0;
}

/** Installs a recipe from someone else, if its checksum matches. */
export function importRecipe(file: string, options: ShareOptions, print: Print): number {
  const recipe = read(file);
  const { about } = recipe;
  if (about?.checksum === undefined)
    throw new Error(`${file} has no checksum. Its author adds one with recipe export.`);
  if (about.checksum !== checksumOf(recipe)) {
    throw new Error(`${file} was changed after it was exported: the checksum does not match. Nothing was imported.`);
  }
  const folder = options.out ?? join(process.env.DATA_DIR ?? './data', 'recipes');
  const target = join(folder, `${recipe.name}.json`);
  if (existsSync(target) && !options.force) throw new Error(`${target} exists. Replace it with --force.`);
  mkdirSync(folder, { recursive: true });
  write(target, recipe);
  print(`${target} is imported.`);
  print(`For: ${about.software ?? 'unknown'} ${about.software_version ?? ''}, by ${about.author ?? 'unknown'}`);
  const checked = about.checked_with === undefined ? 'no' : `not in a shop; checked with ${about.checked_with}`;
  print(`Tested: ${about.tested_on ? `${about.tested_on.date} with ${about.tested_on.software_version}` : checked}`);
  print(`Other hosts it loads from: ${recipe.hosts?.join(', ') || 'none'}`);
  print(`Now: npm run recipe -- test ${target} --url https://… --product <address>, and use mode review first.`);
  return 0;
}

/** Runs the recipe in a real shop up to the final check. If that works, sets `tested_on`. */
export async function testRecipe(file: string, options: CheckOptions & ShareOptions, print: Print): Promise<number> {
  if (options.url === undefined || options.product === undefined) throw new Error('A test needs --url and --product.');
  const code = await check(file, options, print);
  if (code !== 0) return code;
  const recipe = read(file);
  const version = options['software-version'] ?? recipe.about?.software_version ?? 'unknown';
  const date = new Date().toISOString().slice(0, 10);
  write(file, describe(recipe, { tested_on: { date, software_version: version } }));
  print(`${file} says now: tested ${date} with version ${version}.`);
  return 0;
}
