import { mkdtempSync, readFileSync, readdirSync, rmSync, chmodSync } from 'node:fs';
import pg from 'pg';
import { migrate, openDatabase, startEmbedded } from './server/src/platform/database/index.ts';
import { withDatabase } from './server/test/harness/global-setup.ts';
const ticks = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return { own: Number(f[11]) + Number(f[12]), kids: Number(f[13]) + Number(f[14]), ppid: Number(f[1]) }; };
const cpu = (pm: number) => { let t = ticks(pm).own + ticks(pm).kids; for (const p of readdirSync('/proc').filter((x) => /^\d+$/.test(x))) { try { const k = ticks(Number(p)); if (k.ppid === pm) t += k.own; } catch {} } return t * 10; };
for (const [label, more] of [['now', {}], ['tuned', { autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0', file_copy_method: 'clone', max_wal_size: '4GB', checkpoint_timeout: '1h', update_process_title: 'off', jit: 'off' }]] as const) {
  const dataDir = mkdtempSync('/dev/shm/errand-x-'); chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400', ...more } });
  const pm = Number(readFileSync(`${dataDir}/postgres/cluster/postmaster.pid`, 'utf8').split('\n')[0]);
  const admin = new pg.Client({ connectionString: server.url }); await admin.connect();
  await admin.query('create database tpl');
  let at = cpu(pm); const c0 = process.cpuUsage();
  const t = openDatabase({ url: withDatabase(server.url, 'tpl') }); await migrate(t.db); await t.close();
  console.log(label, 'migrate pg ms', cpu(pm) - at, 'node ms', Math.round((process.cpuUsage(c0).user + process.cpuUsage(c0).system) / 1000));
  const { rows } = await admin.query(`select pg_database_size('tpl') as s, (select count(*) from pg_database) as n`); console.log(rows);
  for (const strategy of ['file_copy', 'wal_log']) {
    at = cpu(pm); const w = performance.now();
    for (let i = 0; i < 8; i++) { await admin.query(`create database x${i} template tpl strategy ${strategy}`); }
    const mid = cpu(pm); const w2 = performance.now();
    for (let i = 0; i < 8; i++) await admin.query(`drop database x${i}`);
    console.log(label, strategy, 'create ms cpu', (mid - at) / 8, 'wall', Math.round((w2 - w) / 8), 'drop ms cpu', (cpu(pm) - mid) / 8, 'wall', Math.round((performance.now() - w2) / 8));
  }
  at = cpu(pm); await new Promise((r) => setTimeout(r, 5000)); console.log(label, 'idle 5s', cpu(pm) - at);
  // ten databases that are idle
  for (let i = 0; i < 10; i++) { await admin.query(`create database y${i} template tpl strategy file_copy`); const c = new pg.Client({ connectionString: withDatabase(server.url, `y${i}`) }); await c.connect(); await c.query('insert into accounts (id, created_at) select gen_random_uuid(), now() from generate_series(1, 500)'); await c.end(); }
  at = cpu(pm); await new Promise((r) => setTimeout(r, 10000)); console.log(label, 'ten databases 10 s', cpu(pm) - at);
  await admin.end(); await server.stop(); rmSync(dataDir, { recursive: true, force: true });
}
