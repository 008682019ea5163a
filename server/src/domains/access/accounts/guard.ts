import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import { addressBucket, clientAddress, isAddressIn, isFromOwnPage } from '../../../platform/http/index.ts';
import type { Limiter, Rate } from '../../../platform/limiter.ts';
import type { Authenticator } from './authenticate.ts';
import { requestCostOf } from './cost.ts';
import { noLimits } from './create-key.ts';
import {
  addressNotAllowed,
  keyLimitedToOrder,
  notSignedIn,
  operatorRequired,
  roleMissing,
  scopeMissing,
  secondFactorRequired,
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
import { createPacer } from './pacing.ts';
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
  /** The person signed in with this Cookie header, for the requested account or the last one; null if none. */
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
  /** Lowercase. */
  operatorEmails: string[];
}

type Hook = (request: FastifyRequest) => Promise<void>;

/** Whether a valid request moves live money, or sets up what does. True if unknown. */
export type MovesLiveMoney = (request: FastifyRequest) => Promise<boolean>;

/** Hooks of operator routes that may move live money. */
export interface LiveMoneyCheck {
  onRequest: Hook;
  preHandler: Hook;
}

/** Checks before a request is handled. Each route names one as its `auth`. */
export interface Guard {
  /** A key of either mode with the method's scope (`read` or `order`), or a signed-in person. */
  key: Hook;
  /** As `key`, for calls that only read, whatever their method. */
  read: Hook;
  /** A key with the scope `manage`, or a signed-in person. */
  manage: Hook;
  /** A key with the scope `policies`, or a signed-in person. */
  policies: Hook;
  /** As `key`, or the order-scoped key of the order in the path (`:order_id`). */
  orderKey: Hook;
  /** No key needed; a valid key or a signed-in person is recognized. */
  anyone: Hook;
  /** A signed-in person, not a key. */
  person: Hook;
  /** Whether the person of `person` is still signed in, on the same account and with a sufficient role. */
  isStillSignedIn(request: FastifyRequest): Promise<boolean>;
  /** After a long wait: throws unless the key still works, or the person is still signed in. */
  recheck: Hook;
  /** A signed-in person listed in OPERATOR_EMAILS. */
  operator: Hook;
  /** As `operator`, but live money also needs a code of the second factor. */
  operatorMoney(movesLive: MovesLiveMoney, life?: FactorValidity): LiveMoneyCheck;
  /**
   * For routes with another form of authentication: the key's caller, within rate limits. Throws `refused()`
   * otherwise.
   */
  admit(request: FastifyRequest, key: string | null, refused: () => Error): Promise<Caller>;
}

/** The key's caller, within the rate limit of the key or, without one, of the address. */
function createRequestAdmission(needs: GuardNeeds) {
  const { limit, pacingOf } = createPacer(needs);

  /** Counts a request of a key; null: of a person. The rest of a long response counts too, while the caller is valid. */
  async function limitKey(request: FastifyRequest, keyId: string, key: string | null): Promise<void> {
    const isStillValid = () => (key === null ? isStillSignedIn(needs, request) : isStillKey(needs, key, keyId));
    const bucket = `key:${keyId}`;
    const cost = requestCostOf(request, needs.ratePerKey);
    await limit(bucket, needs.ratePerKey, cost);
    request.pacing = pacingOf(bucket, needs.ratePerKey, cost, isStillValid);
  }

  const limitAddress = (request: FastifyRequest) =>
    limit(`address:${addressBucket(clientAddress(request, needs.trustedProxies))}`, needs.ratePerAddress, 1);

  async function admit(request: FastifyRequest, key: string | null, refused: () => Error): Promise<Caller> {
    const caller = key === null ? null : await needs.authenticator.authenticate(key);
    if (!caller) {
      await limitAddress(request);
      throw refused();
    }
    await limitKey(request, caller.keyId, key);
    if (!isAddressAllowed(request, caller, needs.trustedProxies)) throw addressNotAllowed();
    allowOrigin(request, caller);
    return caller;
  }

  return { limitKey, limitAddress, admit };
}

export function createGuard(needs: GuardNeeds): Guard {
  const { limitKey, limitAddress, admit } = createRequestAdmission(needs);

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

  /**
   * Recognizes a signed-in person, within the rate limit. False if there is none, or if their role is too low on an
   * open route.
   */
  async function noticePerson(request: FastifyRequest, world: World, isOpen = false): Promise<boolean> {
    // A page left open by one person must not act for another person or account.
    const expected = request.headers['x-errand-account'];
    const signedIn = Array.isArray(expected) ? null : await needs.sessions.find(request.headers.cookie ?? '', expected);
    if (!signedIn) return false;
    const { accountId, role } = signedIn;
    const keyId = signedIn.keyIds[world];
    await limitKey(request, keyId, null);
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
    recheck: recheck.bind(null, needs),
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
      await (request.caller ? limitKey(request, request.caller.keyId, key) : limitAddress(request));
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

const isStillKey = async ({ authenticator }: GuardNeeds, key: string, keyId: string): Promise<boolean> =>
  (await authenticator.authenticate(key))?.keyId === keyId;

async function recheck(needs: GuardNeeds, request: FastifyRequest): Promise<void> {
  if (request.person) {
    if (!(await isStillSignedIn(needs, request))) throw notSignedIn();
    return;
  }
  if (!(await isStillKey(needs, bearerOf(request) ?? '', callerOf(request).keyId))) throw unauthorized();
}

function personFrom(needs: GuardNeeds, signedIn: SignedIn, world: World): Person {
  const { personId: id, accountId, role, email, name, secondFactor } = signedIn;
  const isOperator = needs.operatorEmails.includes(email);
  return { id, accountId, role, email, name, world, isOperator, secondFactor };
}

const isAddressAllowed = (request: FastifyRequest, { allowedAddresses }: Caller, trustedProxies: string[]): boolean =>
  allowedAddresses === null || isAddressIn(clientAddress(request, trustedProxies), allowedAddresses);

/** Pages of other origins may read the response if the key allows it. */
function allowOrigin(request: FastifyRequest, caller: Caller): void {
  const { origin } = request.headers;
  if (origin !== undefined && allowsOrigin(caller, origin)) request.readableBy = origin;
}

/** Reading needs `read`; changes need `order`, unless the route needs more. */
export const scopeOfMethod = ({ method }: FastifyRequest): Scope =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'order';

/** For routes that know the needed scope only from the body. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope)) throw scopeMissing(scope);
}

/** The caller that the guard set. */
export function callerOf(request: Pick<FastifyRequest, 'caller'>): Caller {
  if (!request.caller) throw unauthorized();
  return request.caller;
}

/** The signed-in person that the guard set. */
export function personOf(request: FastifyRequest): Person {
  if (!request.person) throw notSignedIn();
  return request.person;
}

/** The key in Authorization: Bearer. */
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * The mode that one of our pages asks for; null for other requests. A key that is also sent wins. Another site can
 * make a browser send the cookie, but not this header: that needs a CORS preflight, which we never grant.
 */
function sessionWorldOf({ headers }: FastifyRequest, publicUrl: string): World | null {
  if (headers.authorization !== undefined || headers.cookie === undefined) return null;
  const world = headers['x-errand-world'];
  if (world !== 'test' && world !== 'live') return null;
  return isFromOwnPage(headers, publicUrl) ? world : null;
}
