import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import { assertDefined } from '../../../src/kit/assert-defined.ts';
import { freePort } from '../../harness/free-port.ts';
import { databaseOwner, isInstalled, type Program, startProgram } from './processes.ts';
import { startProxy } from './proxy.ts';

/** Three PostgreSQL servers under Patroni and etcd, reached through haproxy, all on loopback. */
export interface PatroniCluster {
  /** Leads to the leader, whichever it is. */
  url: string;
  /** Where the HTTP of the given ports is shared out. */
  httpPort: number;
  leader(): Promise<string | null>;
  /** Kills Patroni and PostgreSQL of a node as a power cut would. */
  cut(name: string): Promise<void>;
  /** Starts what was cut. */
  restart(name: string): void;
  /** Resolves when all three are there and one follows synchronously. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  name: string;
  port: number;
  api: number;
  folder: string;
  config: string;
  program: Program | null;
}

export const wantedPrograms = ['patroni', 'etcd', 'haproxy'];
const bin = '/usr/lib/postgresql/15/bin';
const names = ['one', 'two', 'three'];
const wholeWithinMs = 120_000;
const endWithinMs = 20_000;

/** Quick to notice, for a network of one room: a leader that is gone has lost its lease after eight seconds. */
const patience = { ttl: 8, loop_wait: 1, retry_timeout: 3 };

export async function startPatroni(httpPorts: number[]): Promise<PatroniCluster> {
  const missing = wantedPrograms.filter((program) => !isInstalled(program));
  if (missing.length > 0)
    throw new Error(`Not installed: ${missing.join(', ')} (apt-get install patroni etcd-server haproxy).`);
  const owner = databaseOwner();
  const home = mkdtempSync(join(tmpdir(), 'errand-patroni-'));
  chmodSync(home, 0o755);
  if (owner) chownSync(home, owner.uid, owner.gid);
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid);
  const [etcdPort, peerPort, databasePort, httpPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const etcd = startEtcd(home, etcdPort, peerPort, owner);
  const nodes: Node[] = [];
  for (const name of names) nodes.push(await describeNode(home, name, etcdPort));
  for (const node of nodes) own(node.config);
  const start = (node: Node) => {
    node.program = startProgram('patroni', [node.config], join(home, `${node.name}.log`), owner);
  };
  for (const node of nodes) start(node);
  const proxy = startProxy(home, [
    { port: databasePort, to: nodes.map((node) => ({ port: node.port, checkPort: node.api })), check: '/primary' },
    { port: httpPort, to: httpPorts.map((port) => ({ port })), isHttp: true },
  ]);
  const named = (name: string) => assertDefined(nodes.find((node) => node.name === name));

  const states = () => Promise.all(nodes.map(stateOf));
  const cluster: PatroniCluster = {
    url: `postgres://errand:drill@127.0.0.1:${databasePort}/postgres`,
    httpPort,
    async leader() {
      const index = (await states()).findIndex((state) => state?.role === 'master' || state?.role === 'primary');
      return nodes[index]?.name ?? null;
    },
    cut: (name) => cutNode(named(name)),
    restart: (name) => start(named(name)),
    async untilWhole() {
      for (const deadline = performance.now() + wholeWithinMs; performance.now() < deadline; await pause(300)) {
        const all = await states();
        const isWhole = all.every((state) => state?.state === 'running') && all.some((state) => state?.sync_standby);
        if (isWhole && (await cluster.leader()) !== null && new Set(all.map((state) => state?.timeline)).size === 1)
          return;
      }
      throw new Error(`The cluster is not whole: ${JSON.stringify(await states())}; logs in ${home}`);
    },
    async stop() {
      await Promise.all(nodes.map(endNode));
      await proxy.end('SIGKILL');
      await etcd.end('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
  return cluster;
}

interface NodeState {
  state: string;
  role: string;
  timeline: number;
  sync_standby?: boolean;
}

async function stateOf(node: Node): Promise<NodeState | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${node.api}/patroni`, { signal: AbortSignal.timeout(2_000) });
    const state: NodeState = JSON.parse(await answer.text());
    return state;
  } catch {
    return null;
  }
}

const postmasterOf = (node: Node): number =>
  Number.parseInt(readFileSync(join(node.folder, 'postmaster.pid'), 'utf8'), 10);

async function cutNode(node: Node): Promise<void> {
  const postmaster = postmasterOf(node);
  const ended = node.program?.end('SIGKILL');
  node.program = null;
  killWithChildren(postmaster);
  await ended;
}

/** Patroni stops its PostgreSQL before it goes. One that cannot, since it waits for a leader or for etcd, is cut off. */
async function endNode(node: Node): Promise<void> {
  const { program } = node;
  if (!program) return;
  const isGone = await Promise.race([
    program.end('SIGTERM').then(() => true),
    pause(endWithinMs, false, { ref: false }),
  ]);
  if (isGone) return;
  if (existsSync(join(node.folder, 'postmaster.pid'))) await cutNode(node);
  else await program.end('SIGKILL');
}

/** The children notice it themselves only after a moment. A power failure gives them none. */
function killWithChildren(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const each of [...children.map(Number), pid]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

function startEtcd(home: string, port: number, peerPort: number, owner: ReturnType<typeof databaseOwner>): Program {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const args = Object.entries({
    name: 'drill',
    'data-dir': join(home, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `drill=${peer}`,
  }).flatMap(([name, value]) => [`--${name}`, value]);
  return startProgram('etcd', args, join(home, 'etcd.log'), owner);
}

async function describeNode(home: string, name: string, etcdPort: number): Promise<Node> {
  const [port, api] = [await freePort(), await freePort()];
  const folder = join(home, name);
  const role = (username: string) => ({ username, password: 'drill' });
  const config = {
    scope: 'errand',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...patience,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { wal_log_hints: 'on', max_connections: 100, wal_keep_size: '256MB', shared_buffers: '64MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: folder,
      bin_dir: bin,
      pgpass: join(home, `${name}.pgpass`),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: role('errand'), replication: role('replicator'), rewind: role('rewinder') },
      parameters: { unix_socket_directories: home },
    },
  };
  const file = join(home, `${name}.yaml`);
  writeFileSync(file, stringify(config));
  return { name, port, api, folder, config: file, program: null };
}
