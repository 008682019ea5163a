import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { Call, LoginAnswer, ReadOnlyRetailerAccount } from '../contract.ts';
import { refuse, type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import { errorIn } from './order.ts';
import type { ShopApi } from './shop-api.ts';
import { problemOf } from './shop-api.ts';

/** Selects the customer, to check whose session it is. */
export const customerFields = 'activeCustomer { emailAddress }';

export function isSessionOf(data: Record<string, unknown>, account: ReadOnlyRetailerAccount): boolean {
  return textOf(fieldsOf(data.activeCustomer).emailAddress)?.toLowerCase() === account.email.toLowerCase();
}

const loginDocument = `mutation LogIn($email: String!, $password: String!) {
  login(username: $email, password: $password) { __typename ... on ErrorResult { errorCode message } }
}`;

export type LoggedIn = { kind: 'session'; token: string } | StoreProblem;

export async function logIn(api: ShopApi, account: ReadOnlyRetailerAccount, call: Call): Promise<LoggedIn> {
  const variables = { email: account.email, password: await account.password() };
  const reply = await api.ask(loginDocument, variables, null, call);
  if (reply.kind === 'failed') return reply.problem;
  const error = errorIn(reply.data.login);
  if (error?.errorCode === 'NOT_VERIFIED_ERROR') {
    const message = "The store requires this account's email address to be confirmed first.";
    return { kind: 'blocked', reason: 'account_verification_required', message };
  }
  if (error) return refuse('login_failed', `The store rejected this account: ${error.message}`);
  if (!reply.data.login) return problemOf(reply);
  if (!reply.token) {
    return unexpectedAnswer('The store sent no session token. Its tokenMethod must include "bearer".');
  }
  return { kind: 'session', token: reply.token };
}

export async function checkLogin(api: ShopApi, account: ReadOnlyRetailerAccount, call: Call): Promise<LoginAnswer> {
  const answer = await logIn(api, account, call);
  return answer.kind === 'session' ? { kind: 'ok' } : answer;
}

export type SessionAnswer =
  | { kind: 'data'; data: Record<string, unknown>; token: string | null; problem: StoreProblem | null }
  | StoreProblem;

/**
 * Queries in the account's session, or a new one if it expired. Vendure treats an expired session as a guest, so the
 * query must select `customerFields`. Without an account, queries as a guest.
 */
export async function queryAsCustomer(
  api: ShopApi,
  who: { account: ReadOnlyRetailerAccount | null; tokens: readonly (string | null)[] },
  question: { document: string; variables: Record<string, unknown> },
  call: Call,
): Promise<SessionAnswer> {
  const { account } = who;
  const known = who.tokens.filter((token) => token !== null);
  for (const token of account ? known : [known[0] ?? null]) {
    const reply = await api.ask(question.document, question.variables, token, call);
    if (reply.kind === 'failed') return reply.problem;
    if (!account || isSessionOf(reply.data, account)) return answered(reply);
  }
  if (!account) throw new Error('A guest request must return a response.');
  const entered = await logIn(api, account, call);
  if (entered.kind !== 'session') return entered;
  const reply = await api.ask(question.document, question.variables, entered.token, call);
  if (reply.kind === 'failed') return reply.problem;
  // A guest's answer would show no carts and no orders.
  const isGuest = reply.errors.length === 0 && !isSessionOf(reply.data, account);
  return isGuest ? unexpectedAnswer("The store ended the account's session.") : answered(reply);
}

function answered(reply: {
  data: Record<string, unknown>;
  errors: Parameters<typeof problemOf>[0]['errors'];
  token: string | null;
}): SessionAnswer {
  return {
    kind: 'data',
    data: reply.data,
    token: reply.token,
    problem: reply.errors.length > 0 ? problemOf(reply) : null,
  };
}
