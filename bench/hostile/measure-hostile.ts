import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '../../server/src/domains/money/wallet/index.ts';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { fieldsOf, textOf } from '../../server/src/kit/fields.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createMailer } from '../../server/src/platform/mailer/index.ts';
import { linkIn, openLink } from '../../server/test/harness/person.ts';
import { load, sendHostile } from '../ask.ts';
import { type Program, type Scene, serviceEntry, serviceEnv, startProgram } from '../scene.ts';
import type { Credentials } from './credentials.ts';

const operatorEmail = 'operator@example.com';
const seed = 31;

/** Signs in with the link of a stored mail. */
async function cookieOf({ url }: Program, env: Record<string, string>, email: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/auth/sign-in/magic-link`, { method: 'POST', headers, body: JSON.stringify({ email }) });
  const mailer = createMailer({ ...readConfig(env), clock: systemClock, logger: createLogger({ level: 'silent' }) });
  const mail = assertDefined((await mailer.listStored(100)).find(({ to }) => to === email));
  return (await openLink(linkIn(mail))).cookie;
}

async function credentialsOf(api: Program, env: Record<string, string>, rich: string): Promise<Credentials> {
  const minted = await fetch(`${api.url}/sandbox/keys`, { method: 'POST' });
  const free = assertDefined(textOf(fieldsOf(await minted.json()).api_key));
  const cookies = [];
  for (const email of ['person@example.com', operatorEmail, 'leaver@example.com']) {
    cookies.push(await cookieOf(api, env, email));
  }
  const [person, operator, leaver] = cookies;
  return {
    free,
    rich,
    person: assertDefined(person),
    operator: assertDefined(operator),
    leaver: assertDefined(leaver),
  };
}

/**
 * Measures another caller's latency during hostile requests with valid credentials, at every operation and protocol
 * endpoint. Fails on a 5xx, a broken connection or an unsound ledger.
 */
export async function measureHostileRequests(scene: Scene, count: number, perSecond: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-hostile-'));
  const more = {
    DATA_DIR: folder,
    OPERATOR_EMAILS: operatorEmail,
    SANDBOX_MINTS_PER_IP_PER_DAY: '1000000',
    SANDBOX_MINTS_PER_DAY: '1000000',
  };
  const env: Record<string, string> = { ...serviceEnv(scene, 'api', ''), ...more };
  // The service uses its own address, so links in its mails work.
  delete env.PUBLIC_URL;
  const api = await startProgram(serviceEntry, env, '/health');
  try {
    const [neighbor, rich] = scene.accounts.map(({ key }) => assertDefined(key));
    const credentials = await credentialsOf(api, { ...env, PORT: String(api.port) }, assertDefined(rich));
    const read = { method: 'GET', path: '/wallet', key: assertDefined(neighbor), body: null };
    const watch = (seconds: number) =>
      load({ port: api.port, clients: 1, seconds, requests: [read], status: 200, pauseMs: 20 });
    await watch(scene.seconds);
    const quiet = await watch(3 * scene.seconds);
    const hostile = sendHostile({ url: api.url, count, perSecond, seed, credentials });
    const [result, beside] = await Promise.all([hostile, watch(Math.max(1, count / perSecond - 1))]);
    const wrong = await auditLedger(scene.database.db);
    const ratio = beside.p99Ms / quiet.p99Ms;
    console.log(`${result.sent} hostile requests, ${result.names} operations and endpoints, ${perSecond} a second`);
    console.log(`answers: ${JSON.stringify(result.byStatus)}`);
    console.log(`slowest: ${result.slowest.join(', ')}`);
    for (const fault of result.faults) console.log(`FAULT ${fault}`);
    for (const problem of wrong) console.log(`LEDGER ${JSON.stringify(problem)}`);
    const shown = (ms: number) => ms.toFixed(1);
    console.log(
      `neighbor: quiet p50 ${shown(quiet.p50Ms)} ms, p99 ${shown(quiet.p99Ms)} ms; beside p50 ${shown(beside.p50Ms)} ms, ` +
        `p99 ${shown(beside.p99Ms)} ms; ratio ${ratio.toFixed(2)}, to reach at most 2; memory ${api.memoryMb()} MiB`,
    );
    if (result.faults.length > 0 || wrong.length > 0 || ratio > 2) process.exitCode = 1;
  } finally {
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
