import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import { addressBucket, clientAddress, isAddressIn, isFromOwnPage } from '../../../platform/http/index.ts';
import type { Limiter, Rate } from '../../../platform/limiter.ts';
import type { Authenticator } from './authenticate.ts';
import { noLimits } from './create-key.ts';
import {
  addressNotAllowed,
  keyLimitedToOrder,
  notSignedIn,
  operatorRequired,
  roleMissing,
  scopeMissing,
  secondFactorRequired,
  tooManyRequests,
  unauthorized,
} from './failures.ts';
import {
  allowsOrigin,
  type Caller,
  defaultPermissions,
  type FactorValidity,
  isAtLeast,
  isFactorProven,
  type Person,
  type Role,
  type Scope,
  type SecondFactor,
} from './model.ts';
import { leastRoleFor } from './roles.ts';
import type { WebKeyIds } from './web-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    person: Person | null;
  }
}

export interface SignedIn {
  personId: string;
  accountId: string;
  role: Role;
  email: string;
  name: string | null;
  keyIds: WebKeyIds;
  secondFactor: SecondFactor;
}

export interface Sessions {
  /** Who is signed in with this Cookie header, for the account that is wanted or else the one chosen last; null for nobody. */
  find(cookies: string, wanted?: string): Promise<SignedIn | null>;
}

export interface GuardNeeds {
  authenticator: Authenticator;
  sessions: Sessions;
  limiter: Limiter;
  clock: Clock;
  ratePerKey: Rate;
  ratePerAddress: Rate;
  trustedProxies: string[];
  publicUrl: string;
  /** Lower case. */
  operatorEmails: string[];
}

type Hook = (request: FastifyRequest) => Promise<void>;

/** Whether a valid request moves live money, or sets up what does. True where that cannot be told. */
export type MovesLiveMoney = (request: FastifyRequest) => Promise<boolean>;

/** The hooks of a route for operators that may move live money. */
export interface LiveMoneyCheck {
  onRequest: Hook;
  preHandler: Hook;
}

/** The checks before a request is handled: each route names the one it wants as its `auth`. */
export interface Guard {
  /** A key of either world with the scope that the method needs (`read` to look, `order` to act), or a signed-in person. */
  key: Hook;
  /** As `key`, for calls that change nothing whatever their method. */
  read: Hook;
  /** A key with the scope `manage`, or a signed-in person. */
  manage: Hook;
  /** A key with the scope `policies`, or a signed-in person. */
  policies: Hook;
  /** As `key`, or the order-scoped key of the order in the path (`:order_id`). */
  orderKey: Hook;
  /** No key is needed; one that is sent and good is noticed, and so is a signed-in person. */
  anyone: Hook;
  /** A signed-in person; no key will do. */
  person: Hook;
  /** Whether the person whom `person` let in is signed in now, on the same account and with a role that may do this. */
  isStillSignedIn(request: FastifyRequest): Promise<boolean>;
  /** A signed-in person whom OPERATOR_EMAILS names. */
  operator: Hook;
  /** As `operator`, for what may move live money: then it needs a code of the second factor. The sandbox's money does not. */
  operatorMoney(movesLive: MovesLiveMoney, life?: FactorValidity): LiveMoneyCheck;
  /** For doors with another form of log-in: who holds this key, within the rates. Throws `refused()` otherwise. */
  admit(request: FastifyRequest, key: string | null, refused: () => Error): Promise<Caller>;
}

/** Who holds a key, within the rates of the key or, for who has none, of the address. */
function createRequestAdmission(needs: GuardNeeds) {
  async function limit(bucket: string, rate: Rate, cost = 1): Promise<void> {
    const verdicts = await Promise.all(Array.from({ length: cost }, () => needs.limiter.take(bucket, rate)));
    for (const verdict of verdicts) {
      if (!verdict.isAllowed) throw tooManyRequests(rate.burst, verdict.retryAfterSeconds, verdict.resetAt);
    }
  }

  const limitAddress = (request: FastifyRequest) =>
    limit(`address:${addressBucket(clientAddress(request, needs.trustedProxies))}`, needs.ratePerAddress);

  async function admit(request: FastifyRequest, key: string | null, refused: () => Error): Promise<Caller> {
    const caller = key === null ? null : await needs.authenticator.authenticate(key);
    if (!caller) {
      await limitAddress(request);
      throw refused();
    }
    await limit(`key:${caller.keyId}`, needs.ratePerKey, requestCostOf(request, needs.ratePerKey));
    if (!isAddressAllowed(request, caller, needs.trustedProxies)) throw addressNotAllowed();
    allowOrigin(request, caller);
    return caller;
  }

  return { limit, limitAddress, admit };
}

export function createGuard(needs: GuardNeeds): Guard {
  const { limit, limitAddress, admit } = createRequestAdmission(needs);

  const keyWith = (scopeFor: (request: FastifyRequest) => Scope): Hook => {
    return async (request) => {
      const world = worldOf(request);
      if (world && (await noticePerson(request, world))) return;
      const caller = await admit(request, bearerOf(request), unauthorized);
      if (caller.orderId !== null) throw keyLimitedToOrder();
      requireScope(caller, scopeFor(request));
      request.caller = caller;
    };
  };

  const worldOf = (request: FastifyRequest) => sessionWorldOf(request, needs.publicUrl);

  /** Notices a signed-in person, within the rate. False when there is none, and on an open route for one whose role is too small. */
  async function noticePerson(request: FastifyRequest, world: World, isOpen = false): Promise<boolean> {
    // A page that one person left open must not act for another who signed in since, nor for another account.
    const expected = request.headers['x-errand-account'];
    if (Array.isArray(expected)) return false;
    const signedIn = await needs.sessions.find(request.headers.cookie ?? '', expected);
    if (!signedIn) return false;
    const { accountId, role } = signedIn;
    const keyId = signedIn.keyIds[world];
    await limit(`key:${keyId}`, needs.ratePerKey, requestCostOf(request, needs.ratePerKey));
    const least = leastRoleFor(request.method, request.routeOptions.url ?? '');
    if (!isAtLeast(role, least) && isOpen) return false;
    if (!isAtLeast(role, least)) throw roleMissing(role, least);
    request.caller = { accountId, world, keyId, orderId: null, limits: noLimits, ...defaultPermissions };
    request.person = personFrom(needs, signedIn, world);
    return true;
  }

  async function person(request: FastifyRequest): Promise<void> {
    const world = worldOf(request);
    if (world && (await noticePerson(request, world))) return;
    await limitAddress(request);
    throw notSignedIn();
  }

  const operator: Hook = async (request) => {
    await person(request);
    if (!personOf(request).isOperator) throw operatorRequired();
  };
  return {
    admit,
    person,
    isStillSignedIn: isStillSignedIn.bind(null, needs),
    key: keyWith(scopeOfMethod),
    read: keyWith(() => 'read'),
    manage: keyWith(() => 'manage'),
    policies: keyWith(() => 'policies'),
    async orderKey(request) {
      const world = worldOf(request);
      if (world && (await noticePerson(request, world))) return;
      const caller = await admit(request, bearerOf(request), unauthorized);
      const orderId = textOf(fieldsOf(request.params).order_id);
      if (caller.orderId !== null && caller.orderId !== orderId?.toLowerCase()) throw notFound();
      if (caller.orderId === null) requireScope(caller, scopeOfMethod(request));
      request.caller = caller;
    },
    async anyone(request) {
      const world = worldOf(request);
      if (world && (await noticePerson(request, world, true))) return;
      const key = bearerOf(request);
      const caller = key === null ? null : await needs.authenticator.authenticate(key);
      request.caller = caller && isAddressAllowed(request, caller, needs.trustedProxies) ? caller : null;
      if (request.caller) allowOrigin(request, request.caller);
      await (request.caller ? limit(`key:${request.caller.keyId}`, needs.ratePerKey) : limitAddress(request));
    },
    operator,
    operatorMoney: (movesLive, life = 'minutes') => ({
      onRequest: operator,
      async preHandler(request) {
        const { secondFactor } = personOf(request);
        if (isFactorProven(secondFactor, needs.clock.now(), life)) return;
        if (await movesLive(request)) throw secondFactorRequired(secondFactor.isEnrolled);
      },
    }),
  };
}

async function isStillSignedIn({ sessions }: GuardNeeds, request: FastifyRequest): Promise<boolean> {
  const { id, accountId } = personOf(request);
  const found = await sessions.find(request.headers.cookie ?? '', accountId);
  if (found?.personId !== id || found.accountId !== accountId) return false;
  return isAtLeast(found.role, leastRoleFor(request.method, request.routeOptions.url ?? ''));
}

function personFrom(needs: GuardNeeds, signedIn: SignedIn, world: World): Person {
  const { personId: id, accountId, role, email, name, secondFactor } = signedIn;
  const isOperator = needs.operatorEmails.includes(email);
  return { id, accountId, role, email, name, world, isOperator, secondFactor };
}

const isAddressAllowed = (request: FastifyRequest, { allowedAddresses }: Caller, trustedProxies: string[]): boolean =>
  allowedAddresses === null || isAddressIn(clientAddress(request, trustedProxies), allowedAddresses);

/** A page of another origin may read the answer where its key says so. */
function allowOrigin(request: FastifyRequest, caller: Caller): void {
  const { origin } = request.headers;
  if (origin !== undefined && allowsOrigin(caller, origin)) request.readableBy = origin;
}

/** A body of this size counts as one more request: it takes as long. */
const bytesPerCost = 256 * 1024;
/** A large body is taken by routes that say so; one that does not tell its length may be as large as they allow. */
const ordinaryBodyBytes = 1024 * 1024;

/** How many requests one counts for: by the size of its body, and at most what a caller can have at once. */
export function requestCostOf({ headers, routeOptions }: FastifyRequest, rate: Rate): number {
  const { bodyLimit = 0 } = routeOptions;
  const told = Number(headers['content-length'] ?? 0);
  const untold = headers['transfer-encoding'] !== undefined && bodyLimit > ordinaryBodyBytes ? bodyLimit : 0;
  const extra = Math.floor(Math.max(Math.min(told, bodyLimit), untold) / bytesPerCost);
  return Math.max(1, Math.min(1 + extra, rate.burst));
}

/** Looking is `read`; whatever changes something is `order`, unless its route asks for more. */
export const scopeOfMethod = ({ method }: FastifyRequest): Scope =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'order';

/** For doors that learn only from the body what is wanted. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope)) throw scopeMissing(scope);
}

/** The caller that a guarded route let in. */
export function callerOf(request: Pick<FastifyRequest, 'caller'>): Caller {
  if (!request.caller) throw unauthorized();
  return request.caller;
}

/** Who is signed in, on a route with `guard.person` or `guard.operator`. */
export function personOf(request: FastifyRequest): Person {
  if (!request.person) throw notSignedIn();
  return request.person;
}

/** The key that came as Authorization: Bearer. */
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * The world that one of our own pages asks about with its cookie, or null; a key that is sent too counts instead. A page of another site can make a browser send
 * the cookie, but not this header: that would take a preflight, which no site is granted.
 */
function sessionWorldOf({ headers }: FastifyRequest, publicUrl: string): World | null {
  if (headers.authorization !== undefined || headers.cookie === undefined) return null;
  const world = headers['x-errand-world'];
  if (world !== 'test' && world !== 'live') return null;
  return isFromOwnPage(headers, publicUrl) ? world : null;
}
