import { createHash } from 'node:crypto';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Scope } from '../../access/accounts/index.ts';
import { namedText } from '../../orders/orders/index.ts';
import { newUserCode, validMs } from './model.ts';
import { insertDevice } from './sql.ts';

export const hashDeviceCode = (code: string): Buffer => createHash('sha256').update(code).digest();

const deviceCodeLength = 40;

export const defaultScopes: Scope[] = ['read', 'order'];

/** Starts a request for a key. The program keeps the device code; the person gets the user code. */
export async function requestDeviceCode(
  { db, clock }: { db: Db; clock: Clock },
  asked: { name: string | null; source: string | null; sandboxAccountId: string | null; scopes: Scope[] },
) {
  const now = clock.now();
  const deviceCode = randomBase62(deviceCodeLength);
  for (;;) {
    const userCode = newUserCode();
    const row = {
      id: newId(),
      hash: hashDeviceCode(deviceCode),
      user_code: userCode,
      // People read them before they decide.
      name: namedText(asked.name),
      source: namedText(asked.source),
      sandbox_account_id: asked.sandboxAccountId,
      scopes: asked.scopes,
      created_at: now,
      expires_at: plusMs(now, validMs),
    };
    if (await insertDevice(db, row)) return { deviceCode, userCode };
  }
}
