import { crc32 } from 'node:zlib';
import { dayMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { toBase62 } from '../../../kit/ids.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';

/** The account of calls that agents pay for, whose policy applies to all of their orders. Created by a migration. */
export const agentsAccountId = 'a6e27000-0000-4000-8000-000000000001';

export const keyPrefixes = { live: 'svc_live_', test: 'svc_test_', order: 'svc_order_' } as const;
export type KeyPrefix = (typeof keyPrefixes)[keyof typeof keyPrefixes];

/** read: view everything. order: buy, cancel and return. manage: retailer accounts and webhooks. policies: write spending policies. */
export const scopes = ['read', 'order', 'manage', 'policies'] as const;
export type Scope = (typeof scopes)[number];

/** Scopes of a new key. A key that writes policies could lift its own, so a person must grant that scope. */
const newKeyScopes: Scope[] = ['read', 'order', 'manage'];

/** A key's limits; null means no limit. */
export interface KeyPermissions {
  scopes: Scope[];
  expiresAt: Date | null;
  /** Addresses and CIDR ranges. */
  allowedAddresses: string[] | null;
  /** Origins of web pages that may use it, "*" for any; null: none. */
  allowedOrigins: string[] | null;
}

/** Defaults of a new key. */
export const defaultPermissions: KeyPermissions = {
  scopes: newKeyScopes,
  expiresAt: null,
  allowedAddresses: null,
  allowedOrigins: null,
};

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

export interface Caller {
  accountId: string;
  world: World;
  keyId: string;
  /** Set for an order-scoped key: its order. */
  orderId: string | null;
  limits: KeyLimits;
  scopes: readonly Scope[];
  /** Addresses that may use the key; null: all. */
  allowedAddresses: readonly string[] | null;
  /** Origins whose pages may read responses; null: none. */
  allowedOrigins: readonly string[] | null;
}

/** Roles on an account, each including the previous ones. */
export const roles = ['viewer', 'buyer', 'owner'] as const;
export type Role = (typeof roles)[number];

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The signed-in person, and the mode of their page. */
export interface Person {
  id: string;
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
  /** When this session last entered a code. */
  provenAt: Date | null;
}

/** How long a session can move money after a code. */
export const secondFactorValidMs = 10 * minuteMs;

/** How long a code counts: for minutes, or for the session, for operators whose whole work moves money. */
export type FactorValidity = 'minutes' | 'session';

export const isFactorProven = ({ provenAt }: SecondFactor, now: Date, life: FactorValidity): boolean =>
  provenAt !== null && (life === 'session' || now < plusMs(provenAt, secondFactorValidMs));

export const randomLength = 32;
const checksumLength = 6;

const checksum = (text: string): string => toBase62(crc32(text), checksumLength);

/** Prefix, 32 random characters, and a checksum to refuse mistyped keys without a lookup. */
export function composeKey(prefix: KeyPrefix, random: string): string {
  const body = prefix + random;
  return body + checksum(body);
}

const keyPattern = /^svc_(?:live|test|order)_[0-9A-Za-z]{38}$/;

export function isWellFormedKey(text: string): boolean {
  return keyPattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The last characters, so that its owner recognizes a key. */
export const keyHint = (key: string): string => key.slice(-4);

export interface KeyLife {
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Frozen by an operator. */
  frozenAt: Date | null;
  idleDays: number | null;
  expiresAt: Date | null;
}

/** Idle days count from the last use, or from creation if it was never used. */
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

export const allowsOrigin = ({ allowedOrigins }: Pick<Caller, 'allowedOrigins'>, origin: string): boolean =>
  allowedOrigins?.some((allowed) => allowed === '*' || allowed === origin) ?? false;

/** Scheme, host and port as browsers write them: lowercase, without a path. */
export const isOrigin = (text: string): boolean =>
  text === '*' || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text);
