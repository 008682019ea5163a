// `npm run recipe -- new | check | test | repair | export | import | schema`: for people who write recipes (docs/recipes.md).
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { recipeSchema } from '../server/src/connectors/browser/recipe-schema.ts';
import { fieldsOf } from '../server/src/kit/fields.ts';
import { check } from './recipe/check.ts';
import { write } from './recipe/new.ts';
import { repair } from './recipe/repair.ts';
import { exportRecipe, importRecipe, testRecipe } from './recipe/share.ts';

const usage = `Usage: npm run recipe -- new <https://shop…> [--show]
       npm run recipe -- check <file.json> [--url https://shop… --product <address> [--quantity 2]
                         [--variant Size=Large] [--email … --password …] [--payment <method>] [--pictures <folder>]]
       npm run recipe -- test <file.json> --url … --product … [--software-version …]
       npm run recipe -- repair <file.json> --url … --product …
       npm run recipe -- export <file.json> --software EverShop --software-version 2.2 --author … [--out <file>]
       npm run recipe -- import <file.json> [--out <folder>] [--force]
       npm run --silent recipe -- schema > recipe.schema.json`;

const settings = {
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    product: { type: 'string' },
    quantity: { type: 'string' },
    variant: { type: 'string', multiple: true },
    email: { type: 'string' },
    password: { type: 'string' },
    payment: { type: 'string' },
    pictures: { type: 'string' },
    show: { type: 'boolean', default: false },
    software: { type: 'string' },
    'software-version': { type: 'string' },
    author: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
} as const;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs(settings);
  const [verb, subject] = positionals;
  if (verb === 'schema') {
    console.log(JSON.stringify(recipeSchema, null, 2));
    return 0;
  }
  if (subject === undefined) throw new Error(usage);
  if (verb === 'check') return check(subject, values, console.log);
  if (verb === 'test') return testRecipe(subject, values, console.log);
  if (verb === 'export') return exportRecipe(subject, values, console.log);
  if (verb === 'import') return importRecipe(subject, values, console.log);
  if (verb !== 'new' && verb !== 'repair') throw new Error(usage);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string, suggestion: string): Promise<string> =>
    (await lines.question(`${question} [${suggestion}]: `)).trim() || suggestion;
  try {
    const person = { say: console.log, ask };
    return await (verb === 'repair' ? repair(subject, values, person) : write(subject, person, values.show));
  } finally {
    lines.close();
  }
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (String(fieldsOf(error).code).startsWith('ERR_PARSE_ARGS')) console.error(usage);
  return 1;
});
