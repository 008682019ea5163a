import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fields.ts';
import { createFileStore } from '../../platform/blobs/index.ts';
import type { SettingsEditor } from '../../platform/config.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMailer } from '../../platform/mailer/index.ts';
import { developmentKeyFile } from '../../platform/secrets/index.ts';
import { checkAddress, proxyExamples } from './check-address.ts';

interface Setup {
  settings: SettingsEditor;
  out(text: string): void;
  /** Reads the next line. Throws if there is none. */
  ask(question: string): Promise<string>;
}

/**
 * Asks until the answer passes its test. An empty answer keeps the current value or skips the step. Returns what was
 * accepted.
 */
async function askUntil(
  { ask, out }: Setup,
  question: string,
  current: string | null,
  accept: (answer: string) => Promise<void>,
): Promise<string | null> {
  const hint = current === null ? 'press Enter to skip' : `press Enter for ${current}`;
  for (;;) {
    const answer = (await ask(`${question} (${hint}): `)).trim() || current;
    if (answer === null) return null;
    try {
      await accept(answer);
      return answer;
    } catch (error) {
      out(`  ${messageOf(error)}\n`);
      // Pressing Enter does not accept a value that fails.
      if (answer === current) return null;
    }
  }
}

async function setOperator(setup: Setup): Promise<void> {
  const { settings, out } = setup;
  out('\n1. Operator\n   Operators handle cases and orders that need review, and can open Operations.\n');
  const current = settings.config().operatorEmails.join(',') || null;
  await askUntil(setup, '   Your email address', current, (email) => settings.save({ OPERATOR_EMAILS: email }));
}

async function setMail(setup: Setup): Promise<void> {
  const { settings, out, ask } = setup;
  out('\n2. Email\n   People sign in with an emailed link. A test email with a code goes to you first.\n');
  const { smtpUrl, operatorEmails, mailFrom, dataDir } = settings.config();
  const [to] = operatorEmails;
  if (to === undefined) {
    out("   Skipped: a test email needs an operator's email address.\n");
    return;
  }
  const logger = createLogger({ level: 'silent' });
  const question = '   Mail server, such as smtp://user:password@mail.example.com:587';
  await askUntil(setup, question, smtpUrl === null ? null : 'the current one', async (answer) => {
    const url = answer === 'the current one' ? (smtpUrl ?? '') : answer;
    const from = (await ask(`   Sender (press Enter for ${mailFrom}): `)).trim() || mailFrom;
    const code = String(randomInt(100_000, 1_000_000));
    const mailer = createMailer({ smtpUrl: url, mailFrom: from, dataDir, clock: systemClock, logger });
    await mailer.send({
      to,
      subject: `Your Errand setup code: ${code}`,
      text: `Your mail server works. Enter this code in errand setup: ${code}\n`,
      messageId: `setup-${randomUUID()}`,
    });
    if ((await ask(`   Enter the code that was sent to ${to}: `)).trim() !== code)
      throw new Error('That code is incorrect. Enter the mail server again to get a new one.');
    await settings.save({ SMTP_URL: url, MAIL_FROM: from });
    out('   Email works.\n');
  });
}

async function setAddress(setup: Setup): Promise<void> {
  const { settings, out } = setup;
  const config = settings.config();
  out(
    `\n3. Address and TLS\n   A reverse proxy terminates TLS and forwards requests to http://${config.host}:${config.port}.\n`,
  );
  const current = config.publicUrl.startsWith('https:') ? config.publicUrl : null;
  let isShown = false;
  await askUntil(setup, '   Public URL, such as https://orders.example.com', current, async (answer) => {
    const url = answer.replace(/(?<!\/)\/+$/, '');
    if (!/^https:\/\/[^/]/.test(url) || !URL.canParse(url))
      throw new Error('The address must start with https://, or passwords could be read in transit.');
    try {
      const { proxy } = await checkAddress(url, config);
      const trusted = config.trustedProxies.length > 0 ? config.trustedProxies.join(',') : (proxy ?? '127.0.0.1');
      await settings.save({ PUBLIC_URL: url, TRUSTED_PROXIES: trusted });
      out('   The URL works: its certificate is valid, and requests reach Errand.\n');
    } catch (error) {
      if (!isShown) out(`\n${proxyExamples(url, config)}\n`);
      isShown = true;
      throw error;
    }
  });
}

async function setMasterKey(setup: Setup): Promise<void> {
  const { settings, out, ask } = setup;
  const { masterKeys, dataDir } = settings.config();
  out('\n4. Master key\n   It decrypts every secret and every backup. Nobody can recover it for you.\n');
  if (masterKeys.length > 0) {
    out('   MASTER_KEYS is set. Keep a copy of it elsewhere.\n');
    return;
  }
  const key = `${systemClock.now().toISOString().slice(0, 7)}:${randomBytes(32).toString('base64')}`;
  out(`   Store this line in your password manager now, or on paper in a safe:\n\n   ${key}\n\n`);
  const file = developmentKeyFile(dataDir);
  const earlier = existsSync(file) ? [(await readFile(file, 'utf8')).trim()] : [];
  for (;;) {
    const typed = (await ask('   Type the last 6 characters of your copy (press Enter to skip): ')).trim();
    if (typed === '') return out('   Skipped: secrets stay encrypted with the development key.\n');
    if (typed !== key.slice(-6)) out('   Those are not the last 6 characters of the key.\n');
    else break;
  }
  await settings.save({ MASTER_KEYS: [key, ...earlier].join(',') });
  out('   The master key is set.\n');
  if (earlier.length > 0) out('   After you restart Errand, run "errand admin secrets rotate".\n');
}

async function setBackups(setup: Setup): Promise<void> {
  const { settings, out } = setup;
  out('\n5. Backups\n   Errand makes a backup every day. Keep your backups on another machine.\n');
  const { backup, dataDir } = settings.config();
  await askUntil(setup, '   Folder or bucket for backups, such as /mnt/backups', backup.to, async (to) => {
    await settings.save({ BACKUP_TO: to });
    try {
      await tryPlace(to);
    } catch (error) {
      await settings.save({ BACKUP_TO: backup.to ?? '' });
      throw error;
    }
    const isBeside = !to.startsWith('s3:') && resolve(to).startsWith(resolve(dataDir));
    out(
      isBeside
        ? '   The folder works, but if its disk fails, you lose the backups too.\n'
        : '   A file was written and read back.\n',
    );
  });
}

/** Writes, reads and deletes a file. */
async function tryPlace(to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-setup-'));
  const [sent, back] = [join(folder, 'sent'), join(folder, 'back')];
  const name = `errand-setup-${randomUUID()}`;
  try {
    await writeFile(sent, name);
    const store = await createFileStore(to);
    await store.put(name, sent);
    await store.fetch(name, back);
    await store.delete(name);
    if ((await readFile(back, 'utf8')) !== name)
      throw new Error('The file that was read back differs from the one that was written.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Asks for what a deployment on the internet needs. Each answer is tested before it is saved. A second run starts from
 * the saved answers.
 */
export async function runSetup(setup: Setup): Promise<void> {
  const { settings, out } = setup;
  out(`Set up Errand for production. Errand tests each answer, then saves it in ${settings.file}.\n`);
  for (const step of [setOperator, setMail, setAddress, setMasterKey, setBackups]) await step(setup);
  out('\nDone. Restart Errand to use the new settings.\n\n');
}
