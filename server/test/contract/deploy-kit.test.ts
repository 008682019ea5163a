import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { billOfMaterials } from '../../../tools/release/bill-of-materials.ts';
import { otherPages } from '../../src/main/docs/render-markdown.ts';
import { registerGauges } from '../../src/main/gauges.ts';
import { createMetrics, startMetricsServer } from '../../src/platform/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
/** The variables that docs/configuration.md explains. */
const explained = new Set(
  [...read('docs/configuration.md').matchAll(/^\| (`[A-Z][^|]*)\|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z_0-9]+/g) ?? [],
  ),
);

describe('the metrics that alerts and dashboards name', () => {
  let test: TestDatabase;
  let exposed: Set<string>;
  beforeAll(async () => {
    test = await createTestDatabase();
    const { registry, observeRequest } = createMetrics({ processMetrics: true });
    registerGauges(registry, test.database, () => true);
    observeRequest('/orders', 'POST', 201, 0.01);
    const server = await startMetricsServer(0, '127.0.0.1', registry);
    const address = `http://127.0.0.1:${server.port}`;
    expect(await (await fetch(`${address}/alive`)).text()).toBe('alive\n');
    expect((await fetch(`${address}/else`)).status).toBe(404);
    const text = await (await fetch(`${address}/metrics`)).text();
    await server.close();
    exposed = new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name = '']) => name));
  });
  afterAll(() => test.drop());

  const namesIn = (expression: string): string[] =>
    expression.match(/\b(?:errand|http|nodejs|process)_[a-z_0-9]+/g) ?? [];
  const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(read('deploy/grafana/errand.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  it.each(rules)('exist, for the alert $alert, and its runbook does', ({ expr, annotations: { runbook } }) => {
    const names = namesIn(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !exposed.has(name))).toEqual([]);
    expect(read(runbook)).toMatch(/^# /);
  });

  it.each(panels)('exist, for the panel "$title"', ({ targets }) => {
    const names = targets.flatMap(({ expr }) => namesIn(expr));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !exposed.has(name))).toEqual([]);
  });
});

describe('the container file', () => {
  const text = read('deploy/Containerfile').replaceAll('\\\n', '');
  const stages = text.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? '';
  const command = (name: string): string[] =>
    JSON.parse(new RegExp(`^${name}.*?(\\[.*\\])$`, 'm').exec(last)?.[1] ?? '[]');

  it('contains no build tools, and does not run as root', () => {
    expect(stages).toHaveLength(3);
    expect(last).toMatch(/^USER 65532:65532$/m);
    expect(last).not.toMatch(/^RUN /m);
    // All of the folder, with the tools and whatever else lies in it, comes into the build alone.
    expect(last).not.toMatch(/^COPY (?!--from)/m);
    for (const stage of stages) expect(stage).toMatch(/^\S+:\d/);
  });

  it('copies and queries only what exists, and lets everyone read it', () => {
    const copied = [...last.matchAll(/^COPY --from=build \/errand\/(\S+) \S+$/gm)].map(([, name = '']) => name);
    const built = ['web/dist'];
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((name) => !built.includes(name) && !existsSync(join(root, name)))).toEqual([]);
    const [, readable = ''] = /chmod -R a\+rX ([^&]+)/.exec(text) ?? [];
    const isReadable = (name: string) =>
      readable.split(' ').some((each) => name === each || name.startsWith(`${each}/`));
    expect(copied.filter((name) => !isReadable(name))).toEqual([]);
    const [program, file = ''] = command('HEALTHCHECK');
    expect(program).toBe('node');
    expect(copied).toContain(file);
  });

  it('starts what tools/build-server.ts builds there', () => {
    const [, mark = ''] = /build-server\.ts (\S+)/.exec(text) ?? [];
    expect(command('ENTRYPOINT')).toEqual(['node', `server/dist/${mark}/server.mjs`]);
  });

  it('is in the compose file too, in case the engine left it out of the image', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, { healthcheck?: { test: string[] }; read_only?: boolean; cap_drop?: string[] }>;
    };
    for (const service of [services.api, services.worker]) {
      expect(service?.healthcheck?.test).toEqual(['CMD', ...command('HEALTHCHECK')]);
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  it('has every page of the documentation', () => {
    const copied = read('deploy/Containerfile')
      .split('\n')
      .filter((line) => line.startsWith('COPY --from=build'))
      .join('\n');
    for (const file of ['docs', ...Object.keys(otherPages)]) expect(copied).toContain(`/errand/${file} `);
  });

  it('is built without secrets, data and earlier builds', () => {
    const patterns = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const isSeen = (path: string) =>
      !patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
    const hidden = [
      ...['.git/config', 'data/master.key', 'data/erasable-keys/a', 'node_modules/pg/index.js', 'web/node_modules/a'],
      ...['deploy/.env', 'deploy/errand.env', '.env', '.npmrc', 'server/dist/current', 'web/dist/index.html'],
      ...['server/test/harness/system.ts', 'server/src/kit/fields.test.ts', 'start.log'],
    ];
    expect(hidden.filter(isSeen)).toEqual([]);
    const needed = ['deploy/health-check.mjs', 'tools/build-web.ts', 'server/migrations/indexes.sql', 'web/index.html'];
    const tracked = [
      ...needed,
      'package-lock.json',
      'config/retailers.json',
      'docs/interface/orders.md',
      'sdk/src/client.ts',
      'sdk/generated/operations.ts',
    ];
    expect(tracked.filter((path) => !isSeen(path))).toEqual([]);
  });
});

describe('settings', () => {
  it('that the service reads are those that docs/configuration.md explains', () => {
    const code = ['config.ts', 'config-values.ts', 'settings-file.ts']
      .map((file) => read(`server/src/platform/${file}`))
      .join();
    const names = [...code.matchAll(/\(env, '([A-Z_]+[A-Z])'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(50);
    expect([...explained].sort()).toEqual([...new Set(names)].sort());
  });

  it('of the manifests, the compose file and the units are explained in docs/configuration.md', () => {
    const { 'x-settings': shared, services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      'x-settings': Record<string, string>;
      services: Record<string, { environment?: Record<string, string> }>;
    };
    const { api, worker } = services;
    const inManifests = [...read('deploy/kubernetes.yaml').matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name);
    const inUnits = ['api', 'worker'].flatMap((role) =>
      [...read(`deploy/systemd/errand-${role}.service`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
        pairs.split(' ').map((pair) => pair.split('=')[0]),
      ),
    );
    const inExample = [...read('deploy/errand.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    const named = [
      ...Object.keys({ ...shared, ...api?.environment, ...worker?.environment }),
      ...inManifests,
      ...inUnits,
      ...inExample,
    ];
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((name) => !explained.has(name as string))).toEqual([]);
  });
});

describe('the compose file', () => {
  it('uses the network in which the example finds the proxy', () => {
    const { networks } = parse(read('deploy/compose.yaml')) as {
      networks: { default: { ipam: { config: { subnet: string }[] } } };
    };
    const [, gateway] = /seen as ([\d.]+\d)/.exec(read('deploy/errand.env.example')) ?? [];
    expect(networks.default.ipam.config).toEqual([{ subnet: gateway?.replace(/\.1$/, '.0/24') }]);
  });
});

describe('the manifests', () => {
  it('are what the code writes', () => {
    execFileSync(process.execPath, [join(root, 'deploy/kubernetes.ts'), '--check']);
  });

  it('give every process probes, a read-only root and a user that is not root', () => {
    const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());
    const pods = objects.flatMap(({ kind, spec }) =>
      kind === 'Deployment' || kind === 'Job' ? [{ kind, ...spec.template.spec }] : [],
    );
    expect(pods).toHaveLength(3);
    for (const { kind, securityContext, containers } of pods) {
      expect(securityContext.runAsNonRoot).toBe(true);
      for (const container of containers) {
        expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
        if (kind === 'Deployment') expect(container.livenessProbe.httpGet.path).toBe('/alive');
      }
    }
  });
});

describe('the bill of materials', () => {
  it('describes Errand, whatever the folder is called, and lists what it ships', () => {
    const { metadata, components } = JSON.parse(billOfMaterials(root));
    expect(metadata.component.name).toBe('errand');
    expect(components.map(({ name }: { name: string }) => name)).toContain('fastify');
  });
});

describe('the executable', () => {
  it('unpacks itself where an earlier start was killed half way, also with the same process number', () => {
    const home = mkdtempSync(join(tmpdir(), 'errand-unpack-'));
    const files = [
      { path: 'start.cjs', mode: 0o644, size: 80 },
      { path: 'link', link: 'start.cjs', mode: 0, size: 0 },
    ];
    // Stands for Node.js when it runs inside the executable.
    writeFileSync(
      join(home, 'sea.cjs'),
      `const { mkdirSync, symlinkSync } = require('node:fs');
      for (const pid of [process.pid, 2 ** 30]) {
        mkdirSync('app-abc.' + pid);
        symlinkSync('start.cjs', 'app-abc.' + pid + '/link');
      }
      const load = require('node:module')._load;
      const content = require('node:zlib').zstdCompressSync("console.log('ready')".padEnd(80));
      require('node:module')._load = (name, ...rest) => name !== 'node:sea' ? load(name, ...rest) : {
        getAsset: () => ${JSON.stringify(JSON.stringify({ hash: 'abc', files }))},
        getRawAsset: () => content,
      };`,
    );
    const args = ['--require', join(home, 'sea.cjs'), join(root, 'tools/release/unpack.cjs')];
    const env = { ...process.env, ERRAND_HOME: home };
    expect(execFileSync(process.execPath, args, { cwd: home, env, encoding: 'utf8' })).toBe('ready\n');
    expect(readdirSync(home).sort()).toEqual(['app-abc', 'sea.cjs']);
  });
});
