import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { type Clock, dayMs, plusMs } from '../../kit/clock.ts';
import type { Db } from '../database/index.ts';
import { parseJsonShape } from '../parse-shape.ts';
import { findStoredSecret, insertStoredSecret, listStoredSecrets } from './sql.ts';
import type { Vault } from './vault.ts';

const purpose = 'audit chains';
const startName = 'audit start';
const keyNamePrefix = 'audit key ';
const contextOf = (name: string): string => `kept_secrets/${name}/sealed`;
const Start = Type.Object({ plain_until: Type.String() });

/** Computes the keyed hash of an audit link. */
export type SignLink = (covered: Buffer) => Buffer;

/** The key is derived from the newest master key, so the database alone is not enough to forge a link. */
export function linkSigner(vault: Pick<Vault, 'deriveKey'>): SignLink {
  const key = vault.deriveKey(purpose);
  return (covered) => createHmac('sha256', key).update(covered).digest();
}

export interface AuditKeys {
  isSigned(covered: Buffer, hash: Buffer): boolean;
  /**
   * Links without a key are accepted up to this time: they predate keyed links. Null: this version has not started yet.
   */
  plainUntil: Date | null;
}

interface Needs {
  db: Db;
  vault: Vault;
}

/** During a rolling upgrade, the previous version still writes links without a key. */
const graceMs = dayMs;

/**
 * Records, once per database, from when links have a key, and stores a sealed copy of that key, so links can be
 * verified after their master key is retired. The record is sealed, so it cannot be changed without the master key.
 */
export async function recordAuditStart(
  { db, vault, clock }: Needs & { clock: Clock },
  hasLinks: () => Promise<boolean>,
): Promise<void> {
  const saveKey = (name: string, content: Buffer | string) =>
    insertStoredSecret(db, name, vault.seal(content, contextOf(name)));
  const key = vault.deriveKey(purpose).export();
  await saveKey(keyNamePrefix + createHash('sha256').update(key).digest('hex').slice(0, 16), key);
  if (await findStoredSecret(db, startName)) return;
  const until = plusMs(clock.now(), (await hasLinks()) ? graceMs : 0);
  const start: Static<typeof Start> = { plain_until: until.toISOString() };
  await saveKey(startName, JSON.stringify(start));
}

export async function loadAuditKeys({ db, vault }: Needs): Promise<AuditKeys> {
  const kept = await listStoredSecrets(db, keyNamePrefix);
  const retired = kept.map(({ name, sealed }) => vault.open(sealed, contextOf(name)));
  const keys: (KeyObject | Buffer)[] = [vault.deriveKey(purpose), ...retired];
  const sealed = await findStoredSecret(db, startName);
  const start = sealed && parseJsonShape(Start, vault.open(sealed, contextOf(startName)).toString());
  return {
    isSigned: (covered, hash) => keys.some((key) => isEqual(createHmac('sha256', key).update(covered).digest(), hash)),
    plainUntil: start ? new Date(start.plain_until) : null,
  };
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
