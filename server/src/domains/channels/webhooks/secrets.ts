import { randomBytes } from 'node:crypto';
import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import type { SealedColumn, Vault } from '../../../platform/secrets/index.ts';
import {
  endCurrentSecret,
  findSecrets,
  insertSecret,
  lockSecrets,
  type SecretRow,
  type Signer,
} from './sql-secrets.ts';

export interface SecretNeeds {
  vault: Vault;
  clock: Clock;
}

export interface Secret {
  secret: string;
  createdAt: Date;
  /** null: the current one. */
  endsAt: Date | null;
}

const secretBytes = 32;
/** How long a replaced secret stays valid, so that endpoints can switch. */
export const overlapMs = dayMs;
/** Every secret adds a signature to each message. */
const secretsMax = 5;

const contextOf = (id: string): string => `webhook_secrets/${id}/secret`;

/** Encrypted columns, for the rotation of master keys. */
export const webhookSealedColumns: SealedColumn[] = [{ table: 'webhook_secrets', column: 'sealed', contextOf }];

/** The valid secrets, the current one first. Creates one if there is none. */
export async function readSecrets(needs: SecretNeeds, executor: Executor, owner: Signer): Promise<Secret[]> {
  const now = needs.clock.now();
  let rows = await findSecrets(executor, owner, now);
  if (rows[0]?.ends_at !== null) {
    await insertSecret(executor, owner, newSecret(needs));
    rows = await findSecrets(executor, owner, now);
  }
  return rows.slice(0, secretsMax).map((row) => opened(needs.vault, row));
}

/** The new secret signs from now on; the old one too, for a day. */
export async function rotateSecret(needs: SecretNeeds, tx: Tx, owner: Signer): Promise<string> {
  await lockSecrets(tx, owner);
  await endCurrentSecret(tx, owner, plusMs(needs.clock.now(), overlapMs));
  const secret = newSecret(needs);
  await insertSecret(tx, owner, secret);
  return secret.id;
}

function newSecret({ vault, clock }: SecretNeeds): Omit<SecretRow, 'ends_at'> {
  const id = newId();
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { id, sealed: vault.seal(secret, contextOf(id)), created_at: clock.now() };
}

function opened(vault: Vault, row: SecretRow): Secret {
  const plain = vault.open(row.sealed, contextOf(row.id));
  const secret = plain.toString();
  plain.fill(0);
  return { secret, createdAt: row.created_at, endsAt: row.ends_at };
}
