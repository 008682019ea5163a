import { crc32 } from 'node:zlib';
import { dayMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { toBase62 } from '../../../kit/ids.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';

/** Owns what agents pay per call, and the policy that binds every order that is paid per request. Made by a migration. */
export const agentsAccountId = 'a6e27000-0000-4000-8000-000000000001';

export const keyPrefixes = { live: 'svc_live_', test: 'svc_test_', order: 'svc_order_' } as const;
export type KeyPrefix = (typeof keyPrefixes)[keyof typeof keyPrefixes];

/** read: view everything. order: buy, cancel and return. manage: retailer accounts and webhooks. policies: write spending policies. */
export const scopes = ['read', 'order', 'manage', 'policies'] as const;
export type Scope = (typeof scopes)[number];

/** What a new key gets. A key that could write policies could lift the ones it is bound by, so a person gives that explicitly. */
const newKeyScopes: Scope[] = ['read', 'order', 'manage'];

/** What a key is good for; null means no limit. */
export interface KeyPermissions {
  scopes: Scope[];
  expiresAt: Date | null;
  /** Addresses and CIDR ranges. */
  allowedAddresses: string[] | null;
  /** Origins of web pages that may use it from a browser, "*" for any; null is none. */
  allowedOrigins: string[] | null;
}

/** The power of a new key unless its maker says otherwise. */
export const defaultPermissions: KeyPermissions = {
  scopes: newKeyScopes,
  expiresAt: null,
  allowedAddresses: null,
  allowedOrigins: null,
};

/** What a key may do beyond its world; null means no limit. */
export interface KeyLimits {
  spendPerDay: Cents | null;
  spendPerOrder: Cents | null;
  allowedRetailers: string[] | null;
}

export function limitsOf(row: {
  spend_per_day_cents: number | null;
  spend_per_order_cents: number | null;
  allowed_retailers: string[] | null;
}): KeyLimits {
  return {
    spendPerDay: row.spend_per_day_cents === null ? null : toCents(row.spend_per_day_cents),
    spendPerOrder: row.spend_per_order_cents === null ? null : toCents(row.spend_per_order_cents),
    allowedRetailers: row.allowed_retailers,
  };
}

/** The caller, as far as the rest of the code may know. */
export interface Caller {
  accountId: string;
  world: World;
  keyId: string;
  /** Set for an order-scoped key: the one order that it opens. */
  orderId: string | null;
  limits: KeyLimits;
  scopes: readonly Scope[];
  /** Where its key may be used from; null is everywhere. */
  allowedAddresses: readonly string[] | null;
  /** Pages of these origins may read what it is answered; null is none. */
  allowedOrigins: readonly string[] | null;
}

/** What a person may do on an account. Each role may do all that the ones before it may. */
export const roles = ['viewer', 'buyer', 'owner'] as const;
export type Role = (typeof roles)[number];

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The person who is signed in on the web, and the world that they look at. */
export interface Person {
  id: string;
  /** The account that they act for. */
  accountId: string;
  role: Role;
  email: string;
  name: string | null;
  isOperator: boolean;
  world: World;
  secondFactor: SecondFactor;
}

/** The state of the second factor that operators need to move live money. */
export interface SecondFactor {
  isEnrolled: boolean;
  /** When this session last gave a code. */
  provenAt: Date | null;
}

/** How long a session can move money after it gave a code. */
export const secondFactorValidMs = 10 * minuteMs;

/** How long a code counts: for the next minutes, or for the session, where an operator's whole work moves money. */
export type FactorValidity = 'minutes' | 'session';

export const isFactorProven = ({ provenAt }: SecondFactor, now: Date, life: FactorValidity): boolean =>
  provenAt !== null && (life === 'session' || now < plusMs(provenAt, secondFactorValidMs));

export const randomLength = 32;
const checksumLength = 6;

const checksum = (text: string): string => toBase62(crc32(text), checksumLength);

/** Prefix, 32 random characters, and a checksum that lets a mistyped key be refused without a look-up. */
export function composeKey(prefix: KeyPrefix, random: string): string {
  const body = prefix + random;
  return body + checksum(body);
}

const keyPattern = /^svc_(?:live|test|order)_[0-9A-Za-z]{38}$/;

export function isWellFormedKey(text: string): boolean {
  return keyPattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The last characters, enough for its owner to recognise a key in a list. */
export const keyHint = (key: string): string => key.slice(-4);

export interface KeyLife {
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** An operator froze it. */
  frozenAt: Date | null;
  idleDays: number | null;
  expiresAt: Date | null;
}

/** Idle days are counted from the last use, or from minting for a key that was never used. */
export function isKeyActive(life: KeyLife, now: Date): boolean {
  if (life.revokedAt || life.frozenAt) return false;
  if (life.expiresAt && now >= life.expiresAt) return false;
  if (life.idleDays === null) return true;
  return now < plusMs(life.lastUsedAt ?? life.createdAt, life.idleDays * dayMs);
}

export function allowsRetailer(limits: KeyLimits, retailer: string): boolean {
  return limits.allowedRetailers === null || limits.allowedRetailers.includes(retailer);
}

export function allowsOrder(limits: KeyLimits, amount: Cents): boolean {
  return limits.spendPerOrder === null || amount <= limits.spendPerOrder;
}

/** Whether a page of this origin may use a key. */
export const allowsOrigin = ({ allowedOrigins }: Pick<Caller, 'allowedOrigins'>, origin: string): boolean =>
  allowedOrigins?.some((allowed) => allowed === '*' || allowed === origin) ?? false;

/** Scheme, host and port as browsers write them: no path, nothing in capitals. */
export const isOrigin = (text: string): boolean =>
  text === '*' || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text);
