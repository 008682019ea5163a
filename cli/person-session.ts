import { createClient } from '../sdk/src/index.ts';
import { type Context, text, UsageError } from './command.ts';
import { request } from './request.ts';

/** For commands that need a person, not a key. */
export const personOptions = {
  as: { type: 'string', help: 'Sign in as this person (email) for this command only' },
  mode: { type: 'string', help: "With --as: sandbox or live (default: your key's mode)" },
} as const;

const pairsIn = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/** The person pastes their link into stdin, so it cannot be the command's input too. */
export function refuseStdinWithPerson(context: Context): void {
  if (text(context, 'as') !== undefined && context.arguments.includes('-'))
    throw new UsageError('With --as, pass a file: stdin is used for the sign-in link.');
}

/**
 * Runs a command with a person's session. They paste the link from the sign-in mail. The session ends with the command.
 */
export async function withPerson<Result>(
  context: Context,
  run: (signedIn: Context) => Promise<Result>,
): Promise<Result> {
  const email = text(context, 'as');
  if (email === undefined) return run(context);
  const asked = await send(context, '/auth/sign-in/magic-link', { body: { email } });
  context.err(`A sign-in link was sent to ${email}.\nPaste the link from the email: `);
  const cookie = await openLink(context, await readLink(context), pairsIn(asked));
  const headers = { cookie, 'x-errand-world': worldOf(context) };
  try {
    const client = createClient({ baseUrl: context.baseUrl, headers });
    return await run({ ...context, apiKey: undefined, headers, client });
  } finally {
    await send(context, '/auth/sign-out', { headers: { cookie } });
  }
}

function worldOf(context: Context): 'test' | 'live' {
  const mode = text(context, 'mode') ?? (context.apiKey?.startsWith('svc_live_') ? 'live' : 'sandbox');
  if (mode !== 'sandbox' && mode !== 'live') throw new UsageError('--mode must be sandbox or live.');
  return mode === 'live' ? 'live' : 'test';
}

async function readLink({ lines, err }: Context): Promise<URL> {
  for await (const line of lines()) {
    err('\n');
    if (!URL.canParse(line.trim())) break;
    return new URL(line.trim());
  }
  throw new UsageError('Paste the whole link from the sign-in email.');
}

async function openLink(context: Context, link: URL, cookie: string): Promise<string> {
  // Never send it elsewhere: the link works like a password.
  const answer = await send(context, link.pathname + link.search, { headers: { cookie } });
  const session = pairsIn(answer);
  if (session === '') throw new UsageError('This sign-in link is not valid. Run the command again for a new one.');
  return session;
}

/** Sends no key. */
function send(
  context: Context,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
): Promise<Response> {
  const method = path.startsWith('/auth/magic-link/') ? 'GET' : 'POST';
  return request({ ...context, apiKey: undefined }, path, { method, body, headers, redirect: 'manual' });
}
