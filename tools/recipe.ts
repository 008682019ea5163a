// `npm run recipe -- check <file> [--url … --product …] | new <address> | schema`: for people who write recipes (docs/recipes.md).
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { recipeSchema } from '../server/src/connectors/browser/recipe-schema.ts';
import { check } from './recipe/check.ts';
import { write } from './recipe/new.ts';

const usage = `Usage: npm run recipe -- new <https://shop…> [--show]
       npm run recipe -- check <file.json> [--url https://shop… --product <address> [--variant Colour=Red]
                         [--email … --password …] [--payment <method>] [--pictures <folder>]]
       npm run --silent recipe -- schema > recipe.schema.json`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    product: { type: 'string' },
    variant: { type: 'string', multiple: true },
    email: { type: 'string' },
    password: { type: 'string' },
    payment: { type: 'string' },
    pictures: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});

async function run(): Promise<number> {
  const [verb, subject] = positionals;
  if (verb === 'schema') {
    console.log(JSON.stringify(recipeSchema, null, 2));
    return 0;
  }
  if (subject === undefined) throw new Error(usage);
  if (verb === 'check') return check(subject, values, console.log);
  if (verb !== 'new') throw new Error(usage);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string, suggestion: string): Promise<string> =>
    (await lines.question(`${question} [${suggestion}]: `)).trim() || suggestion;
  try {
    return await write(subject, { say: console.log, ask }, values.show);
  } finally {
    lines.close();
  }
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
