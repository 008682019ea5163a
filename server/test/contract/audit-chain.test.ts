import { hash as digest } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditText } from '../../src/main/admin-audit.ts';
import { startAuditHeads } from '../../src/main/audit-heads.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createVault, loadAuditKeys, rotateSecrets, serviceSealedColumns } from '../../src/platform/secrets/index.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem, testMasterKey } from '../harness/system.ts';

const operator = 'operator@example.com';
let system: TestSystem;
let clock: FakeClock;
let log = '';
let buy: () => Promise<void>;
let credit: () => Promise<void>;
let logFile: string;
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock, env: { OPERATOR_EMAILS: operator }, onLog: (line) => (log += line) });
  logFile = join(system.config.dataDir, 'service.log');
  const owner = await signIn(system, operator);
  const { body: made } = await owner.call('/keys', { method: 'POST', body: { label: 'shop', world: 'test' } });
  await owner.call(`/keys/${made.id}/policy`, { method: 'PUT', body: { max_order_cents: 100_000 } });
  buy = async () => {
    const url = `${system.url}/shop/products/test-success`;
    const { status } = await system.post('/orders', made.api_key, orderFor(url));
    expect(status).toBe(201);
  };
  credit = async () => {
    const body = { id: crypto.randomUUID(), email: operator, world: 'test', amount_cents: 5, note: 'Sorry' };
    const answer = await owner.call('/operator/wallet-credits', { method: 'POST', body });
    expect(answer.status).toBe(201);
  };
  for (let each = 0; each < 3; each += 1) {
    await buy();
    await credit();
  }
  await startAuditHeads(system);
  await exportAgain();
});
afterAll(() => system.stop());

async function exportAgain(): Promise<void> {
  clock.advance(60 * 60_000);
  await system.queue.drain();
}

const verify = (heads?: string) =>
  verifyAuditText({ db: system.database.db, vault: system.vault, config: system.config }, heads);
const noHeads = '/dev/null';

/** As the database's owner could. Afterward, everything is restored. */
async function tamper(change: string[], look: () => Promise<void>): Promise<void> {
  const { db } = system.database;
  const tables = ['policy_decisions', 'policy_chains', 'audit_log', 'audit_links'];
  for (const table of tables) {
    await sql.raw(`create table kept_${table} as table ${table}`).execute(db);
    await sql.raw(`alter table ${table} disable trigger user`).execute(db);
  }
  try {
    for (const statement of change) await sql.raw(statement).execute(db);
    await look();
  } finally {
    for (const table of tables) {
      await sql.raw(`delete from ${table}`).execute(db);
      const overriding = table === 'audit_log' ? 'overriding system value' : '';
      await sql.raw(`insert into ${table} ${overriding} select * from kept_${table}`).execute(db);
      await sql.raw(`drop table kept_${table}`).execute(db);
      await sql.raw(`alter table ${table} enable trigger user`).execute(db);
    }
  }
}

const truncateDecisions = [
  'delete from policy_decisions where position = 3',
  'update policy_chains c set length = 2, hash = (select hash from policy_decisions d where d.account_id = c.account_id and position = 2)',
];

interface Row {
  account_id: string;
  world: string;
  position: number;
  order_id: string;
  key_id: string | null;
  decision: string;
  rule: string | null;
  inputs: string;
  created_at: Date;
}

/**
 * The same chain with a different text, as someone without the key would forge it: every hash fits the previous one.
 */
async function rewritten(withoutKey: (covered: Buffer) => Buffer): Promise<string[]> {
  const { rows } = await sql<Row>`select * from policy_decisions order by position`.execute(system.database.db);
  let before: Buffer = Buffer.alloc(32);
  const statements = rows.map((row) => {
    const inputs = row.inputs.replace('"cents":', '"cents": ');
    const { account_id, world, position, order_id, key_id, decision, rule, created_at } = row;
    const parts = [account_id, world, position, order_id, key_id, decision, rule, inputs, created_at.toISOString()];
    before = withoutKey(Buffer.concat([before, Buffer.from(JSON.stringify(parts))]));
    const hash = `'\\x${before.toString('hex')}'`;
    return `update policy_decisions set inputs = '${inputs}', hash = ${hash} where position = ${position}`;
  });
  return [...statements, `update policy_chains set hash = '\\x${before.toString('hex')}'`];
}

const plain = (covered: Buffer) => digest('sha256', covered, 'buffer');

describe('audit verify', () => {
  it('finds sound chains, and exports their ends to the log and a file', async () => {
    const { text, isSound } = await verify();
    expect([text, isSound]).toEqual([
      'sound: 3 decisions in 1 chains, 3 operator entries; 2 chains match their exported heads',
      true,
    ]);
    const lines = (await readFile(system.config.auditHeadsFile, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!).audit_heads).toEqual([
      ['operators', 3, expect.stringMatching(/^[0-9a-f]{64}$/)],
      [expect.stringMatching(/^policy\/[0-9a-f-]{36}\/test$/), 3, expect.stringMatching(/^[0-9a-f]{64}$/)],
    ]);
    const logged = log.split('\n').filter((line) => line.includes('audit_heads'));
    expect(logged.map((line) => JSON.parse(line).audit_heads)).toEqual([JSON.parse(lines[0]!).audit_heads]);
    // Nothing moved, so nothing is exported again.
    await exportAgain();
    expect((await readFile(system.config.auditHeadsFile, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('finds a truncated chain of decisions, by the file and by the log', async () => {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(logFile, log);
    await tamper(truncateDecisions, async () => {
      expect((await verify(noHeads)).isSound).toBe(true);
      for (const heads of [undefined, logFile]) {
        const { text, isSound } = await verify(heads);
        expect(isSound).toBe(false);
        expect(text).toContain('truncated: an exported head has 3 entries, but the chain has 2');
      }
    });
  });

  it('finds a truncated chain that has grown since', async () => {
    await tamper(truncateDecisions, async () => {
      await buy();
      await buy();
      await copyFile(system.config.auditHeadsFile, logFile);
      const { text } = await verify(logFile);
      expect(text).toContain('at 3: rewritten or re-created');
    });
  });

  it('finds a chain that was rewritten with recomputed plain hashes, without any heads', async () => {
    await tamper(await rewritten(plain), async () => {
      const { text, isSound } = await verify(noHeads);
      expect(isSound).toBe(false);
      expect(text.match(/a decision was changed/g)).toHaveLength(3);
    });
  });

  it('finds a chain that was removed or re-created from its start', async () => {
    await tamper(['delete from policy_decisions', 'delete from policy_chains'], async () => {
      expect((await verify()).text).toContain(
        'entries removed: the exported head references entries, but the chain is empty',
      );
      for (let each = 0; each < 3; each += 1) await buy();
      expect((await verify(noHeads)).isSound).toBe(true);
      expect((await verify()).text).toContain('at 3: rewritten or re-created');
    });
  });

  it("finds changes of the operators' audit log", async () => {
    const cases: [change: string[], heads: string | undefined, problem: string][] = [
      [["update audit_log set note = 'Nothing'  where id = 2"], noHeads, 'entry 2 was changed'],
      [['delete from audit_log where id = 2'], noHeads, 'entry 2 is missing'],
      [
        ['delete from audit_log where id = 2', 'delete from audit_links where entry_id = 2'],
        noHeads,
        'a link is missing',
      ],
      [['delete from audit_log where id = 3', 'delete from audit_links where entry_id = 3'], undefined, 'truncated'],
      [['delete from audit_links'], noHeads, 'entry 1 has no link'],
    ];
    for (const [change, heads, problem] of cases) {
      await tamper(change, async () => {
        const { text, isSound } = await verify(heads);
        expect(isSound).toBe(false);
        expect(text).toContain(problem);
      });
    }
    // Re-created from the start by the service itself: only the exported heads reveal it.
    const recreated = ['delete from audit_links', "update audit_log set note = 'Nothing' where id = 1"];
    await tamper(recreated, async () => {
      await exportAgain();
      expect((await verify(noHeads)).isSound).toBe(true);
      expect((await verify()).isSound).toBe(false);
    });
  });

  it('accepts plain links from before links were keyed, but no newer ones', async () => {
    await tamper(await rewritten(plain), async () => {
      const { db } = system.database;
      const keys = await loadAuditKeys({ db, vault: system.vault });
      expect(keys.plainUntil?.getTime()).toBeLessThan(clock.now().getTime());
      await sql`delete from kept_secrets where name = 'audit start'`.execute(db);
      // As on the first start after an upgrade: there are decisions already, and old processes may still run for a day.
      const { prepareAudit } = await import('../../src/main/audit-heads.ts');
      await prepareAudit(system);
      expect((await verify(noHeads)).isSound).toBe(true);
      await buy();
      expect((await verify(noHeads)).text).toContain('sound: 4 decisions');
    });
  });

  it('verifies links after their master key was retired', async () => {
    const { db } = system.database;
    const logger = createLogger({ level: 'silent' });
    const vaultWith = (masterKeys: string[]) =>
      createVault({ masterKeys, dataDir: system.config.dataDir, erasableKeys: system.config.erasableKeys, logger });
    const next = `next:${Buffer.alloc(32, 9).toString('base64')}`;
    await rotateSecrets(db, vaultWith([next, testMasterKey]), serviceSealedColumns);
    const { isSound } = await verifyAuditText({ db, vault: vaultWith([next]), config: system.config }, noHeads);
    expect(isSound).toBe(true);
    await rotateSecrets(db, vaultWith([testMasterKey, next]), serviceSealedColumns);
  });
});
