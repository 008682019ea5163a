import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { assertDefined } from '../../src/kit/assert-defined.ts';
import { childEnvironment } from '../harness/child-environment.ts';
import { freePort } from '../harness/free-port.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { loopbackCertificate, startTlsProxy } from '../harness/tls-proxy.ts';

const command = join(import.meta.dirname, '..', '..', '..', 'cli', 'start.mjs');
const folder = mkdtempSync(join(tmpdir(), 'errand-setup-'));
chmodSync(folder, 0o711);
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** `errand …` at a terminal: what it prints, and what is typed. */
function startErrand(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [command, ...args], { env: { ...childEnvironment(), ...env } });
  children.push(child);
  let unread = '';
  let all = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      unread += chunk;
      all += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    output: () => all,
    /** Waits for these words among what was printed since the last answer. */
    async prints(words: string): Promise<string> {
      await expect.poll(() => unread, { timeout: 60_000 }).toContain(words);
      return unread;
    },
    types(answer: string) {
      unread = '';
      child.stdin.write(`${answer}\n`);
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const readUrl = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { ca: loopbackCertificate.cert }, async (answer) => {
      resolve(`${answer.statusCode} ${(await answer.toArray()).join('')}`);
    }).on('error', reject);
  });

it('leads a new user from the first start to a TLS address, and tests every answer', { timeout: 240_000 }, async () => {
  const [port, closed] = [await freePort(), await freePort()];
  const post = await startMailServer();
  const proxy = await startTlsProxy(port);
  const dataDir = mkdtempSync(join(folder, 'data-'));
  chmodSync(dataDir, 0o711);
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, loopbackCertificate.cert);
  const env = { DATA_DIR: dataDir, PORT: String(port), NODE_EXTRA_CA_CERTS: ca, LOG_LEVEL: 'warn' };
  const settings = () => readFileSync(join(dataDir, 'errand.env'), 'utf8');

  const first = startErrand(['serve'], env);
  await first.prints('Run "errand setup" to add what is missing');
  for (const place of [dataDir, 'development-master-key', 'postgres.log', '/dev/open?token='])
    expect(first.output()).toContain(place);
  await first.stop();

  const untrusting = startErrand(['setup'], { ...env, NODE_EXTRA_CA_CERTS: '' });
  for (const question of ['Your email address', 'Public URL']) {
    await untrusting.prints(question);
    untrusting.types(question.startsWith('Public') ? proxy.url : '');
  }
  await untrusting.prints('set NODE_EXTRA_CA_CERTS to the path of its certificate');
  await untrusting.stop();

  const setup = startErrand(['setup'], env);
  await setup.prints('Your email address');
  setup.types('nobody');
  await setup.prints('OPERATOR_EMAILS must be email addresses');
  setup.types('jane@example.com');
  await setup.prints('Mail server');
  setup.types(`smtp://127.0.0.1:${closed}`);
  await setup.prints('Sender');
  setup.types('');
  await setup.prints('Mail server');
  expect(settings()).not.toContain('SMTP_URL');
  setup.types(post.url);
  await setup.prints('Sender');
  setup.types('Errand <errand@example.com>');
  await setup.prints('Enter the code that was sent to jane@example.com');
  setup.types('000000');
  await setup.prints('That code is incorrect');
  expect(settings()).not.toContain('SMTP_URL');
  setup.types(post.url);
  await setup.prints('Sender');
  setup.types('Errand <errand@example.com>');
  await setup.prints('Enter the code');
  setup.types(assertDefined(/\d{6}/.exec(post.mails.at(-1)?.subject ?? '')?.[0]));
  await setup.prints('Public URL');
  setup.types('http://localhost');
  await setup.prints('must start with https://');
  setup.types(`https://localhost:${closed}`);
  const advice = await setup.prints('Could not open');
  expect(advice).toContain(`reverse_proxy 127.0.0.1:${port}`);
  expect(settings()).not.toContain('PUBLIC_URL');
  await setup.prints('Public URL');
  setup.types(`${proxy.url}/`);
  const shown = await setup.prints('Type the last 6 characters');
  const key = assertDefined(/\d{4}-\d\d:[A-Za-z0-9+/]{43}=/.exec(shown)?.[0]);
  setup.types('abcdef');
  await setup.prints('Those are not the last 6 characters of the key');
  expect(settings()).not.toContain('MASTER_KEYS');
  setup.types(key.slice(-6));
  await setup.prints('Folder or bucket for backups');
  setup.types('/dev/null/backups');
  await setup.prints('Folder or bucket for backups');
  expect(settings()).not.toContain('BACKUP_TO');
  const backups = join(folder, 'backups');
  setup.types(backups);
  expect(await setup.ended).toBe(0);
  expect(setup.output()).toMatch(/Done\. Restart Errand.*operators_without_second_factor/s);
  expect(setup.output()).not.toMatch(/public_url_|smtp_missing|backups_missing|master_key_development/);
  expect(await readdir(backups)).toEqual([]);
  expect(statSync(join(dataDir, 'errand.env')).mode & 0o777).toBe(0o600);
  const earlier = readFileSync(join(dataDir, 'development-master-key'), 'utf8').trim();
  const lines = [
    `BACKUP_TO='${backups}'`,
    `MAIL_FROM='Errand <errand@example.com>'`,
    `MASTER_KEYS='${key},${earlier}'`,
    `OPERATOR_EMAILS='jane@example.com'`,
    `PUBLIC_URL='${proxy.url}'`,
    `SMTP_URL='${post.url}'`,
    `TRUSTED_PROXIES='127.0.0.1'`,
  ];
  expect(settings()).toBe(`${lines.join('\n')}\n`);

  const service = startErrand(['serve'], env);
  await service.prints(`Errand is ready at ${proxy.url}`);
  expect(service.output()).not.toContain('Not ready for production');
  expect(await readUrl(`${proxy.url}/health`)).toMatch(/^200 \{"status":/);
  // While the service runs, it answers the test itself.
  const again = startErrand(['setup'], env);
  for (const question of ['Your email address', 'Mail server']) {
    await again.prints(question);
    again.types('');
  }
  await again.prints('Sender');
  again.types('');
  await again.prints('Enter the code');
  again.types(assertDefined(/\d{6}/.exec(post.mails.at(-1)?.subject ?? '')?.[0]));
  await again.prints('Public URL');
  again.types('');
  await again.prints('The URL works');
  await again.prints('MASTER_KEYS is set');
  await again.prints('Folder or bucket for backups');
  again.types('');
  expect(await again.ended).toBe(0);
  const rotated = startErrand(['admin', 'secrets', 'rotate'], env);
  expect(await rotated.ended).toBe(0);
  expect(rotated.output()).toMatch(/Re-encrypted|newest key/);
  await service.stop();
  await proxy.stop();
  await post.stop();
});
