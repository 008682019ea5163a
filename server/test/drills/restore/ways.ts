import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Cluster, Workshop } from './cluster.ts';

/** One way in which a database comes back older than it was. */
export interface Way {
  /** Settings of the primary, before it starts. */
  settings?(workshop: Workshop): string[];
  /** In the middle of the business. */
  backUp(workshop: Workshop, primary: Cluster): void | Promise<void>;
  /** When every process of ours is dead. Leaves a server running, and says how to reach it. */
  restore(workshop: Workshop, primary: Cluster): Cluster | Promise<Cluster>;
}

/** Tables that hold the simulated stores' records. */
export const storeBooks = ['sim_carts', 'sim_purchases', 'sim_returns'];

const dumpFile = 'backup.dump';

const dump: Way['backUp'] = (workshop, primary) =>
  void workshop.run('pg_dump', [...primary.where, '-Fc', '-f', workshop.folder(dumpFile), 'postgres']);

const baseBackup =
  (more: string[]): Way['backUp'] =>
  (workshop, primary) =>
    void workshop.run('pg_basebackup', [...primary.where, '-D', workshop.folder('copy'), '-c', 'fast', ...more]);

export const ways: Record<string, Way> = {
  'dump into a fresh server': {
    backUp: dump,
    restore(workshop, primary) {
      primary.stop('immediate');
      const fresh = workshop.create('fresh');
      fresh.start();
      workshop.run('pg_restore', [...fresh.where, '-d', 'postgres', workshop.folder(dumpFile)]);
      return fresh;
    },
  },
  'dump into the same server': {
    backUp: dump,
    restore(workshop, primary) {
      workshop.run('pg_restore', [
        ...primary.where,
        '--clean',
        '--if-exists',
        '-d',
        'postgres',
        workshop.folder(dumpFile),
      ]);
      return primary;
    },
  },
  'files put back': {
    backUp: baseBackup(['-X', 'stream']),
    restore(workshop, primary) {
      primary.stop('immediate');
      const copy = workshop.existing('copy');
      copy.start();
      return copy;
    },
  },
  'recovery to a point in time': {
    backUp: baseBackup(['-X', 'stream']),
    restore(workshop, primary) {
      primary.stop('immediate');
      const copy = workshop.existing('copy');
      writeFileSync(join(copy.data, 'recovery.signal'), '');
      copy.configure([
        "restore_command = 'false'",
        "recovery_target = 'immediate'",
        "recovery_target_action = 'promote'",
      ]);
      copy.start();
      return copy;
    },
  },
  'base backup and archived log, to a second': {
    settings: (workshop) => [
      'archive_mode = on',
      `archive_command = 'mkdir -p ${workshop.folder('archive')} && cp %p ${workshop.folder('archive')}/%f'`,
    ],
    async backUp(workshop, primary) {
      baseBackup(['-X', 'stream'])(workshop, primary);
      const [row] = await ask<{ at: string }>(primary, `select (now() + interval '1 second')::text as at`);
      writeFileSync(workshop.folder('target'), row?.at ?? '');
    },
    async restore(workshop, primary) {
      // What the archive has when the machine is lost: all but the segment that was being written.
      await ask(primary, 'select pg_switch_wal()');
      primary.stop('fast');
      const copy = workshop.existing('copy');
      writeFileSync(join(copy.data, 'recovery.signal'), '');
      copy.configure([
        `restore_command = 'cp ${workshop.folder('archive')}/%f %p'`,
        `recovery_target_time = '${readFileSync(workshop.folder('target'), 'utf8')}'`,
        "recovery_target_action = 'promote'",
        'archive_mode = off',
      ]);
      const began = performance.now();
      copy.start();
      await untilWritable(copy);
      const [row] = await ask<{ n: number; last: string }>(
        copy,
        'select count(*)::int as n, max(created_at)::text as last from orders',
      );
      console.log(
        `  ${row?.n} orders, the last of ${row?.last}, are back after ${Math.round(performance.now() - began)} ms`,
      );
      return copy;
    },
  },
  'asynchronous standby promoted': {
    async backUp(workshop, primary) {
      baseBackup(['-X', 'stream', '-R'])(workshop, primary);
      const standby = workshop.existing('copy');
      standby.start();
      await untilCaughtUp(primary);
      // From here on it hears nothing more: what is committed now is lost with the primary.
      standby.configure(["primary_conninfo = ''"]);
      workshop.run('pg_ctl', ['-D', standby.data, 'reload']);
    },
    restore(workshop, primary) {
      primary.stop('immediate');
      const standby = workshop.existing('copy');
      workshop.run('pg_ctl', ['-D', standby.data, '-w', 'promote']);
      return standby;
    },
  },
};

async function ask<Row>(cluster: Cluster, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** It takes readers while it recovers, and writers when it is promoted. */
async function untilWritable(cluster: Cluster): Promise<void> {
  const isRecovering = async () =>
    (await ask<{ yes: boolean }>(cluster, 'select pg_is_in_recovery() as yes'))[0]?.yes ?? true;
  while (await isRecovering()) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function untilCaughtUp(primary: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  const text = `select count(*)::int as n from pg_stat_replication
    where state = 'streaming' and replay_lsn >= pg_current_wal_lsn() - 100000::numeric`;
  while ((await client.query(text)).rows[0].n === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await client.end();
}
