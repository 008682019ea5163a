import { sql } from 'kysely';
import type { World } from '../../src/kit/world.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer, type StoredMail } from '../../src/platform/mailer/index.ts';
import type { Answer, CallOptions, TestSystem } from './system.ts';

export async function mailsTo(system: TestSystem, email: string): Promise<StoredMail[]> {
  const logger = createLogger({ level: 'silent', destination: { write: () => {} } });
  const mailer = createMailer({ ...system.config, clock: system.clock, logger });
  return (await mailer.listStored(1000)).filter((mail) => mail.to === email);
}

export const linkIn = (mail: StoredMail): string => /https?:\S+/.exec(mail.text)![0];

/** Requests a link like the sign-in page does, and reads the mail. Returns the cookie of the requesting browser. */
export async function askAsBrowser(system: TestSystem, email: string, callbackURL?: string, cookie = '') {
  const known = new Set((await mailsTo(system, email.toLowerCase())).map((mail) => mail.id));
  const answer = await system.post('/auth/sign-in/magic-link', undefined, { email, callbackURL }, { cookie });
  if (answer.status !== 200) throw new Error(`Asking for a link failed: ${answer.status} ${answer.text}`);
  const mail = (await mailsTo(system, email.toLowerCase())).find(({ id }) => !known.has(id));
  if (!mail) throw new Error('No mail came.');
  return { link: linkIn(mail), cookie: pairsIn(answer.headers) };
}

export const askForLink = async (system: TestSystem, email: string, callbackURL?: string): Promise<string> =>
  (await askAsBrowser(system, email, callbackURL)).link;

const pairsIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((header) => header.split(';', 1)[0])
    .join('; ');

/** Opens a link in another browser and confirms there, without following the redirect. */
export async function openLink(link: string): Promise<{ status: number; location: string | null; cookie: string }> {
  const shown = await fetch(link, { redirect: 'manual' });
  const text = await shown.text();
  const response = shown.status === 200 ? await confirm(link, text) : shown;
  return { status: response.status, location: response.headers.get('location'), cookie: pairsIn(response.headers) };
}

/** Submits the confirmation form. */
export function confirm(link: string, page: string, headers: Record<string, string> = {}): Promise<Response> {
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const body = new URLSearchParams(
    fields.map(([, name, value]): [string, string] => [name!, value!.replaceAll('&amp;', '&')]),
  );
  return fetch(new URL('/auth/magic-link/verify', link), { method: 'POST', body, headers, redirect: 'manual' });
}

export type SignedInPerson = Awaited<ReturnType<typeof signIn>>;

/** Lets every session of an operator move live money, as if it had just confirmed its second factor. */
async function proveFactor(system: TestSystem, email: string): Promise<void> {
  await sql`update people_sessions set factor_at = '9999-01-01'
    where person_id = (select id from people where email = ${email.toLowerCase()})`.execute(system.database.db);
}

/** Signs in with an emailed link like the pages. Operators have confirmed their second factor by default. */
export async function signIn(system: TestSystem, email: string, { withFactor = true } = {}) {
  const { cookie } = await openLink(await askForLink(system, email));
  if (cookie === '') throw new Error('The link made no session.');
  if (withFactor && system.config.operatorEmails.includes(email.toLowerCase())) await proveFactor(system, email);
  const headers = (world: World) => ({ cookie, 'x-errand-world': world });
  return {
    email: email.toLowerCase(),
    cookie,
    headers,
    call: (path: string, options: CallOptions & { world?: World } = {}): Promise<Answer> =>
      system.call(path, { ...options, headers: { ...headers(options.world ?? 'test'), ...options.headers } }),
  };
}

/** The same person on a system that has their session, such as one on a copy of the database, in live mode. */
export function clientOf(system: TestSystem, { headers }: Pick<SignedInPerson, 'headers'>) {
  const call = (path: string, method: string, body?: unknown): Promise<Answer> =>
    system.call(path, { method, headers: headers('live'), ...(body === undefined ? {} : { body }) });
  return {
    get: (path: string) => call(path, 'GET'),
    post: (path: string, body: unknown) => call(path, 'POST', body),
    put: (path: string, body: unknown) => call(path, 'PUT', body),
  };
}
export type PersonClient = ReturnType<typeof clientOf>;
