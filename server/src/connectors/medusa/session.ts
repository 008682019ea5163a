import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { Call, LoginAnswer, ReadOnlyRetailerAccount } from '../contract.ts';
import { refuse, type StoreProblem } from '../refuse.ts';
import { problemOf, type StoreApi } from './store-api.ts';

export type LoggedIn = { kind: 'session'; token: string } | StoreProblem;

/** Logs in, with a second factor if needed. */
export async function logIn(api: StoreApi, account: ReadOnlyRetailerAccount, call: Call): Promise<LoggedIn> {
  const body = { email: account.email, password: await account.password() };
  const reply = await api.ask('POST', '/auth/customer/emailpass', call, { body });
  if (reply.kind === 'refused' && reply.error.status === 401) {
    return refuse('login_failed', `The store rejected this account: ${reply.error.message}`);
  }
  if (reply.kind !== 'data') return problemOf(reply);
  const { token, mfa_required, mfa_challenge, verification_required } = reply.data;
  if (verification_required) {
    const message = "The store requires this account's email address to be confirmed first.";
    return { kind: 'blocked', reason: 'account_verification_required', message };
  }
  if (typeof token !== 'string') return problemOf(reply);
  if (!mfa_required) return { kind: 'session', token };
  return answerChallenge(api, account, { token, challenge: textOf(fieldsOf(mfa_challenge).id) ?? '' }, call);
}

/** The shop allows five codes per challenge. */
async function answerChallenge(
  api: StoreApi,
  account: ReadOnlyRetailerAccount,
  { token, challenge }: { token: string; challenge: string },
  call: Call,
): Promise<LoggedIn> {
  const code = await account.totp();
  if (code === null) {
    const message = 'The store asks for a one-time code, and the account has no totp_secret.';
    return { kind: 'blocked', reason: 'account_verification_required', message };
  }
  const body = { method: 'totp', code };
  const path = `/auth/mfa/challenges/${encodeURIComponent(challenge)}/verify`;
  const reply = await api.ask('POST', path, call, { body, token });
  if (reply.kind === 'refused') return refuse('login_failed', `The store rejected the code: ${reply.error.message}`);
  if (reply.kind !== 'data') return problemOf(reply);
  const { token: session } = reply.data;
  return typeof session === 'string' ? { kind: 'session', token: session } : problemOf(reply);
}

export async function checkLogin(api: StoreApi, account: ReadOnlyRetailerAccount, call: Call): Promise<LoginAnswer> {
  const answer = await logIn(api, account, call);
  return answer.kind === 'session' ? { kind: 'ok' } : answer;
}

/** Reuses the saved session if it is still valid. */
export async function ensureLoggedIn(
  api: StoreApi,
  account: ReadOnlyRetailerAccount & { session: { save?(state: string): Promise<void> } },
  call: Call,
): Promise<LoggedIn> {
  const saved = await account.session.load();
  if (saved !== null) {
    const me = await api.ask('GET', '/store/customers/me?fields=id', call, { token: saved });
    if (me.kind === 'data') return { kind: 'session', token: saved };
    if (me.kind === 'failed') return me.problem;
  }
  const entered = await logIn(api, account, call);
  if (entered.kind === 'session') await account.session.save?.(entered.token);
  return entered;
}
