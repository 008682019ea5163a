import { randomUUID } from 'node:crypto';
import { fieldsOf, jsonIn } from '../../kit/fields.ts';
import { type SigningKey, signRequest, verifyResponse } from '../../platform/message-signatures.ts';
import type { Call } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import { unexpectedAnswer } from '../refuse.ts';
import type { Store, StoreIdentity, StoreNeeds } from '../store.ts';
import { blockedBy, type StoreReply, type StoreRequest } from '../store-client.ts';
import { createDiscovery, type Discovered, unexpectedReply } from './discovery.ts';
import { type Asking, bindMcp, bindRest, changesSomething, type Operation, unwrapMcp } from './operation.ts';
import type { Profile } from './profile.ts';
import { settingsOf } from './settings.ts';

/** `failed` with `wasSent` after complete is unknown. `refused` is a clear refusal (4xx). */
export type UcpReply =
  | { kind: 'data'; data: Record<string, unknown> }
  | { kind: 'refused'; status: number; message: string; challenge?: Challenge }
  | { kind: 'failed'; problem: StoreProblem; wasSent: boolean };

/** What `WWW-Authenticate: Bearer` requires. The description is for people. */
export interface Challenge {
  error: string | null;
  scopes: string[];
}

export interface UcpApi {
  profile(call: Call): Promise<Discovered>;
  ask(operation: Operation, asking: Asking, call: Call): Promise<UcpReply>;
}

/** The store's shopping service over REST or MCP. Every request is signed. */
export function createUcpApi(store: Store, needs: StoreNeeds): UcpApi {
  const discovery = createDiscovery(store, needs);
  return {
    profile: discovery.profile,
    async ask(operation, asking, call) {
      const { identity } = needs;
      if (!identity)
        return failed(unexpectedReply('This service has no UCP profile yet, so it cannot connect to UCP stores.'));
      const found = await discovery.profile(call);
      if (found.kind !== 'profile') return failed(found);
      const request = await prepareRequest(found.profile, operation, asking, { ...needs, identity });
      const reply = await needs.client.send(request, call);
      if (reply.kind === 'answered') {
        const fault = signatureFault(store, found.profile, reply, needs.clock.now());
        if (fault) discovery.forget();
        if (fault) return failed(unexpectedAnswer(fault), true);
      }
      return readReply(found.profile, reply, needs.clock.now());
    },
  };
}

const failed = (problem: StoreProblem, wasSent = false): UcpReply => ({ kind: 'failed', problem, wasSent });

async function prepareRequest(
  profile: Profile,
  operation: Operation,
  asking: Asking,
  { identity, clock, credentials }: StoreNeeds & { identity: StoreIdentity },
): Promise<StoreRequest> {
  const agent = identity.profileUrl(profile.version);
  // A request without a key gets a new one, so the store can deduplicate retries.
  const idempotencyKey = asking.idempotencyKey ?? (changesSomething(operation) ? randomUUID() : undefined);
  const asked = idempotencyKey === undefined ? asking : { ...asking, idempotencyKey };
  const bound =
    profile.transport === 'rest' ? bindRest(profile, operation, asked) : bindMcp(profile, operation, asked, agent);
  const token = asking.bearer ?? (await credentials()).token;
  const headers: Record<string, string> = {
    accept: profile.transport === 'rest' ? 'application/json' : 'application/json, text/event-stream',
    'ucp-agent': `profile="${agent}"`,
    'request-id': randomUUID(),
    ...(bound.body === null ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const key: SigningKey = await identity.key();
  const signature = signRequest(key, { ...bound, headers }, clock.now());
  const { method, url, body } = bound;
  const isFresh = method === 'GET';
  return { method, url, headers: { ...headers, ...signature }, isFresh, ...(body === null ? {} : { body }) };
}

function readReply(profile: Profile, reply: StoreReply, now: Date): UcpReply {
  if (reply.kind === 'unreachable') return failed(blockedBy(reply, now) ?? unexpectedUcpReply, reply.wasSent);
  const blocked = blockedBy(reply, now);
  if (blocked) return failed(blocked, true);
  const body = profile.transport === 'mcp' ? unwrapMcp(reply) : jsonIn(reply.text);
  // A store without this operation may return any page.
  if (reply.status === 404 && body === undefined) return { kind: 'refused', status: 404, message: 'Not found.' };
  if (reply.status === 401 || reply.status === 403) {
    const message = isJson(body) ? errorTextOf(body) : 'Authentication required.';
    return { kind: 'refused', status: reply.status, message, challenge: challengeIn(reply.headers) };
  }
  if (!isJson(body)) return failed(unexpectedUcpReply, true);
  const data = body;
  if (reply.status >= 400) return { kind: 'refused', status: reply.status, message: errorTextOf(data) };
  if (typeof data.rpcError === 'string') return { kind: 'refused', status: 400, message: data.rpcError };
  return reply.status < 300 ? { kind: 'data', data } : failed(unexpectedUcpReply, true);
}

const isJson = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

function challengeIn(headers: Record<string, string>): Challenge {
  const header = headers['www-authenticate'] ?? '';
  const [, error = null] = /(?:^|[\s,])error="([^"]*)"/i.exec(header) ?? [];
  const [, scope = ''] = /(?:^|[\s,])scope="([^"]*)"/i.exec(header) ?? [];
  return { error, scopes: scope.split(' ').filter(Boolean) };
}

/** Why a response isn't trusted: a bad signature, or none where it is required. */
function signatureFault(
  store: Store,
  { keys }: Profile,
  reply: Extract<StoreReply, { kind: 'answered' }>,
  now: Date,
): string | null {
  const verdict = verifyResponse(keys, { status: reply.status, headers: reply.headers, body: reply.text }, now);
  if (verdict.kind === 'bad') return `The signature on the store's response is invalid: ${verdict.reason}.`;
  const isNeeded = settingsOf(store).require_signatures === true;
  return verdict.kind === 'unsigned' && isNeeded ? 'The store did not sign its response.' : null;
}

const unexpectedUcpReply = unexpectedAnswer("The store's response is not valid UCP.");

/** The store's error message. */
export function errorTextOf(data: Record<string, unknown>): string {
  const errors = messagesIn(data).filter(({ type }) => type === 'error');
  const said = errors.map(({ content }) => content).filter((content) => content !== '');
  if (said.length > 0) return said.join(' ');
  const { content, message, detail, error } = data;
  return [content, message, detail, error].find((words) => typeof words === 'string') ?? 'The store gave no reason.';
}

export interface StoreMessage {
  type: string;
  code: string;
  content: string;
  path: string;
  severity: string;
}

export function messagesIn(data: Record<string, unknown>): StoreMessage[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return (Array.isArray(data.messages) ? data.messages : []).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { type, code, content, path, severity } = fieldsOf(entry);
    return [{ type: text(type), code: text(code), content: text(content), path: text(path), severity: text(severity) }];
  });
}

/** The problem behind a failed reply. */
export function problemOf(reply: UcpReply): StoreProblem {
  if (reply.kind === 'failed') return reply.problem;
  return reply.kind === 'refused' ? unexpectedAnswer(`The store responded: ${reply.message}`) : unexpectedUcpReply;
}
