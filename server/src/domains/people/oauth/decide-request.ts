import { type Clock, plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Person } from '../../access/accounts/index.ts';
import { requestClosed } from './failures.ts';
import { buildRedirectUrl, codeLength, codeMs, hashOf } from './model.ts';
import { findRequest, writeApproved, writeDenied } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

interface AuthorizationAnswer {
  id: string;
  isGranted: boolean;
  world: World;
}

/** Approves or denies a program's request, once. Returns the URL back to the program. */
export async function decideRequest(
  { db, clock, publicUrl }: Needs,
  { id: personId, accountId }: Pick<Person, 'id' | 'accountId'>,
  { id, isGranted, world }: AuthorizationAnswer,
): Promise<string> {
  const row = await findRequest(db, id);
  if (!row) throw notFound();
  const now = clock.now();
  const { redirect_uri: redirectUri, state } = row;
  if (!isGranted) {
    if (!(await writeDenied(db, id, now))) throw requestClosed();
    return buildRedirectUrl(redirectUri, { error: 'access_denied', state, iss: publicUrl });
  }
  const code = randomBase62(codeLength);
  const isWritten = await writeApproved(db, {
    id,
    accountId,
    personId,
    world,
    codeHash: hashOf(code),
    now,
    until: plusMs(now, codeMs),
  });
  if (!isWritten) throw requestClosed();
  return buildRedirectUrl(redirectUri, { code, state, iss: publicUrl });
}
