import type { World } from '../../src/kit/world.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer, type KeptMail } from '../../src/platform/mailer/index.ts';
import type { Answer, CallOptions, TestSystem } from './system.ts';

export async function mailsTo(system: TestSystem, email: string): Promise<KeptMail[]> {
  const logger = createLogger({ level: 'silent', destination: { write: () => {} } });
  const mailer = createMailer({ ...system.config, clock: system.clock, logger });
  return (await mailer.listKept(1000)).filter((mail) => mail.to === email);
}

export const linkIn = (mail: KeptMail): string => /https?:\S+/.exec(mail.text)![0];

/** Asks for a link as the sign-in page does, and reads the mail. */
export async function askForLink(system: TestSystem, email: string, callbackURL?: string): Promise<string> {
  const known = new Set((await mailsTo(system, email.toLowerCase())).map((mail) => mail.id));
  const answer = await system.post('/auth/sign-in/magic-link', undefined, { email, callbackURL });
  if (answer.status !== 200) throw new Error(`Asking for a link failed: ${answer.status} ${answer.text}`);
  const mail = (await mailsTo(system, email.toLowerCase())).find(({ id }) => !known.has(id));
  if (!mail) throw new Error('No mail came.');
  return linkIn(mail);
}

/** Opens a link as a browser does, without following it. */
export async function openLink(link: string): Promise<{ status: number; location: string | null; cookie: string }> {
  const response = await fetch(link, { redirect: 'manual' });
  await response.text();
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';', 1)[0])
    .join('; ');
  return { status: response.status, location: response.headers.get('location'), cookie };
}

export type SignedInPerson = Awaited<ReturnType<typeof signIn>>;

/** Somebody who signed in with a mailed link, as the pages would. */
export async function signIn(system: TestSystem, email: string) {
  const { cookie } = await openLink(await askForLink(system, email));
  if (cookie === '') throw new Error('The link made no session.');
  const headers = (world: World) => ({ cookie, 'x-errand-world': world });
  return {
    email: email.toLowerCase(),
    cookie,
    headers,
    call: (path: string, options: CallOptions & { world?: World } = {}): Promise<Answer> =>
      system.call(path, { ...options, headers: { ...headers(options.world ?? 'test'), ...options.headers } }),
  };
}
