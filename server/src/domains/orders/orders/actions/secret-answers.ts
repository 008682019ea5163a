import type { Clock } from '../../../../kit/clock.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import { type SealedColumn, type Vault, VaultError } from '../../../../platform/secrets/index.ts';
import { type ActionRow, consumeSecretAnswer } from './sql.ts';

const contextOf = (id: string): string => `questions/${id}/answer`;
const resumeContextOf = (id: string): string => `questions/${id}/resume`;

/** Sealed columns of this slice, for key rotation. */
export const actionSealedColumns: SealedColumn[] = [
  { table: 'questions', column: 'sealed_answer', contextOf, isErasable: true },
  { table: 'questions', column: 'sealed_resume', contextOf: resumeContextOf, isErasable: true },
];

export const sealAnswer = (vault: Vault, id: string, answer: unknown): Promise<Buffer> =>
  vault.sealErasable(JSON.stringify(answer), contextOf(id));

export const sealResume = (vault: Vault, id: string, resume: string): Promise<Buffer> =>
  vault.sealErasable(resume, resumeContextOf(id));

/** Null if the key is gone, for example when the order ended and an older database copy came back. */
async function openText(vault: Vault, sealed: Buffer, context: string): Promise<string | null> {
  try {
    const plain = await vault.openErasable(sealed, context);
    const text = plain.toString();
    plain.fill(0);
    return text;
  } catch (error) {
    if (error instanceof VaultError && error.fault === 'erased') return null;
    throw error;
  }
}

interface Needs {
  db: Executor;
  clock: Clock;
  vault: Vault;
}

/**
 * Reads the answer for the attempt that uses it. A secret answer is erased and committed first: if the worker dies
 * afterwards, the store asks for a new one. Null if it was read before.
 */
export async function consumeAnswer({ db, clock, vault }: Needs, action: ActionRow): Promise<unknown> {
  if (!action.is_secret) return action.answer;
  const { sealed_answer: sealed, id } = action;
  if (!sealed) return null;
  // Open it first: its key goes with the row.
  const plain = await openText(vault, sealed, contextOf(id));
  if (plain === null) return null;
  const isOurs = await consumeSecretAnswer(db, id, clock.now());
  return isOurs ? JSON.parse(plain) : null;
}

export async function openResume(vault: Vault, { id, sealed_resume: sealed }: ActionRow): Promise<string | null> {
  return sealed && (await openText(vault, sealed, resumeContextOf(id)));
}
