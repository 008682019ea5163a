import { createHash } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { refusedFrom } from '../../../platform/signature-times.ts';
import { signatureRefused } from './failures.ts';
import { insertSignature } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/**
 * Accepts a signature once across all processes, until it is too old anyway. An honest client signs every request,
 * also a repeated one.
 */
export async function acceptSignatureOnce(
  { db, clock }: Needs,
  profileUrl: string,
  signatureId: Buffer,
): Promise<void> {
  const id = createHash('sha256').update(`${profileUrl}\n`).update(signatureId).digest();
  if (await insertSignature(db, id, refusedFrom(clock.now()))) return;
  throw signatureRefused('signature_invalid', 401, 'it was already used. Sign each request with a new nonce');
}
