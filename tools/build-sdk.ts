// Builds the npm package of the SDK: ES modules, CommonJS, types and the CLI, without dependencies. Writes to sdk/dist
// or the given folder.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { fieldsOf } from '../server/src/kit/fields.ts';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'sdk', 'dist'));
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

/** Entry points: `@errand/sdk`, `@errand/sdk/operator` and `@errand/sdk/csv`. */
const entries = { index: 'package', operator: 'operator', csv: 'read-csv' } as const;
type Format = 'es' | 'cjs';

/** The CSV parser sets prototypes by `__proto__`, which Deno does not support. */
const withoutProto = {
  name: 'without-proto',
  transform(code: string, id: string) {
    if (!id.includes('csv-parse')) return null;
    return code.replaceAll(/([\w.]+)\.__proto__ = ([\w.]+);/g, 'Object.setPrototypeOf($1, $2);');
  },
};

/** Node 18 has Web Crypto only as a module. Only this file imports it, so browser bundlers need no polyfill. */
const webCryptoOfNode = {
  name: 'web-crypto-of-node',
  enforce: 'pre' as const,
  resolveId: (id: string) => (/(^|\/)web-crypto\.ts$/.test(id) ? join(root, 'sdk', 'src', 'web-crypto-node.ts') : null),
};

async function bundle(
  folder: string,
  format: Format,
  input: Record<string, string>,
  isForNode: boolean,
): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutProto, ...(isForNode ? [webCryptoOfNode] : [])],
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: true,
      target: 'node18',
      outDir: join(target, folder),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input,
        external: /^node:/,
        output: { format, exports: 'named', entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
      },
    },
  });
  writeType(folder, format);
}

/** Tells Node.js and TypeScript the module format of this folder. */
const writeType = (folder: string, format: Format): void =>
  writeFileSync(
    join(target, folder, 'package.json'),
    `${JSON.stringify({ type: format === 'es' ? 'module' : 'commonjs', sideEffects: false })}\n`,
  );

/** Emits types from the sources, named like the built files, once per format. */
function declareTypes(): void {
  const types = join(target, 'types');
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const args = ['-p', join(root, 'sdk', 'tsconfig.types.json'), '--outDir', types];
  const { status, stdout } = spawnSync(tsc, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types cannot be written:\n${stdout}`);
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const file = join(types, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[\w./-]+)\.ts'/g, "$1.js'"));
  }
  writeType('types', 'es');
  cpSync(types, join(target, 'types-cjs'), { recursive: true });
  writeType('types-cjs', 'cjs');
}

const conditionsOf = (name: string, source: string) => {
  const files = (platform: string) => ({
    import: { types: `./types/src/${source}.d.ts`, default: `./dist/${platform}-es/${name}.js` },
    require: { types: `./types-cjs/src/${source}.d.ts`, default: `./dist/${platform}-cjs/${name}.js` },
  });
  return { node: files('node'), default: files('web') };
};

function describe(): void {
  const { version, license } = fieldsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const named = Object.entries(entries);
  const manifest = {
    name: '@errand/sdk',
    version,
    description: 'The client and the command line of Errand, a self-hosted retail ordering service.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=18' },
    bin: { errand: 'bin/errand.js' },
    // For moduleResolution node10 and tools without support for exports.
    main: './dist/node-cjs/index.js',
    module: './dist/web-es/index.js',
    types: './types-cjs/src/package.d.ts',
    typesVersions: {
      '*': Object.fromEntries(named.slice(1).map(([name, source]) => [name, [`types-cjs/src/${source}.d.ts`]])),
    },
    exports: {
      ...Object.fromEntries(
        named.map(([name, source]) => [name === 'index' ? '.' : `./${name}`, conditionsOf(name, source)]),
      ),
      './package.json': './package.json',
    },
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(join(target, 'bin'));
  writeFileSync(join(target, 'bin', 'errand.js'), "#!/usr/bin/env node\nimport '../cli/cli.js';\n", {
    mode: 0o755,
  });
  cpSync(join(root, 'sdk', 'README.md'), join(target, 'README.md'));
}

declareTypes();
const input = Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, `sdk/src/${source}.ts`]));
for (const format of ['es', 'cjs'] as const) {
  await bundle(`dist/web-${format}`, format, input, false);
  await bundle(`dist/node-${format}`, format, input, true);
}
await bundle('cli', 'es', { cli: 'cli/main.ts' }, true);
describe();
console.log(`Built in ${target}: npm pack ${target}`);
