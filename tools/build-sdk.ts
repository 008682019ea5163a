// Builds what `npm pack` makes a package of: the client and the command as plain modules with types, without dependencies.
// Writes to sdk/dist, or to the folder that is named.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { fieldsOf } from '../server/src/kit/fields.ts';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'sdk', 'dist'));
const out = join(target, 'dist');
rmSync(target, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/**
 * The table reader's parser brings a Buffer along that sets prototypes by `__proto__`, which Deno does not know. The same by the function
 * of the language.
 */
const withoutProto = {
  name: 'without-proto',
  transform(code: string, id: string) {
    if (!id.includes('csv-parse')) return null;
    return code.replaceAll(/([\w.]+)\.__proto__ = ([\w.]+);/g, 'Object.setPrototypeOf($1, $2);');
  },
};

/** The table reader's parser and the client go into the modules themselves; only Node's own modules stay outside. */
async function bundle(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutProto],
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: true,
      target: 'node18',
      outDir: out,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { index: 'sdk/src/index.ts', csv: 'sdk/src/read-csv.ts', cli: 'cli/main.ts' },
        external: /^node:/,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
      },
    },
  });
}

/** Types from the sources; what they import from one another is found under the names of the built files. */
function declareTypes(): void {
  const types = join(target, 'types');
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const args = ['-p', join(root, 'sdk', 'tsconfig.types.json'), '--outDir', types];
  const { status, stdout } = spawnSync(tsc, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types cannot be written:\n${stdout}`);
  for (const name of readdirSync(types)) {
    const file = join(types, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

function describe(): void {
  const { version, license } = fieldsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const manifest = {
    name: '@errand/sdk',
    version,
    description: 'The client and the command line of Errand, a self-hosted retail ordering service.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=18' },
    bin: { errand: 'bin/errand.js' },
    exports: {
      '.': { types: './types/index.d.ts', default: './dist/index.js' },
      './csv': { types: './types/read-csv.d.ts', default: './dist/csv.js' },
      './package.json': './package.json',
    },
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(join(target, 'bin'));
  writeFileSync(join(target, 'bin', 'errand.js'), "#!/usr/bin/env node\nimport '../dist/cli.js';\n", { mode: 0o755 });
  cpSync(join(root, 'sdk', 'README.md'), join(target, 'README.md'));
}

declareTypes();
await bundle();
describe();
console.log(`Built in ${target}: npm pack ${target}`);
