import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasDecisions, listPolicyHeads } from '../domains/access/policies/index.ts';
import { linkEntries, operatorHead } from '../domains/operations/operator/index.ts';
import { type AuditHead, exportedHead, readHeads } from '../kit/audit-heads.ts';
import { type Clock, minuteMs, plusMs } from '../kit/clock.ts';
import { fieldsOf } from '../kit/fields.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';
import { enqueue, type JobHandlers } from '../platform/queue/index.ts';
import { linkSigner, recordAuditStart, type Vault } from '../platform/secrets/index.ts';

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    'audit.heads': Record<string, never>;
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  vault: Vault;
  logger: Logger;
  config: Pick<Config, 'auditHeadsFile'>;
}

const kind = 'audit.heads';
const linkEveryMs = minuteMs;
/** Workers take turns with the job and each counts alone. Shorter than an hour, so no hour passes without an export. */
const exportEveryMs = 50 * minuteMs;
const headLinePattern = 100;

/** Call before the first link is written. */
export const prepareAudit = ({ database: { db }, vault, clock }: Pick<Needs, 'database' | 'vault' | 'clock'>) =>
  recordAuditStart({ db, vault, clock }, () => hasDecisions(db));

export async function startAuditHeads({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<void> {
  await enqueue(database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
}

/** Links the operators' entries every minute, and exports the heads of all chains every hour. */
export function auditJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  const { clock, vault, database } = needs;
  const exportHeads = createHeadExport(needs);
  let exportedAt: Date | null = null;
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        const sign = linkSigner(vault);
        while (!(await inTransaction(database.db, (tx) => linkEntries(tx, sign))).isDone);
        const now = clock.now();
        if (exportedAt === null || now >= plusMs(exportedAt, exportEveryMs)) {
          await exportHeads();
          exportedAt = now;
        }
        await control.rescheduleAt(database.db, plusMs(now, linkEveryMs));
      },
    },
  };
}

/** Writes heads that changed since the last export to the log and to the heads file, as the same lines. */
function createHeadExport({ database: { db }, clock, logger, config }: Needs): () => Promise<void> {
  const file = config.auditHeadsFile;
  let lastByChain: Map<string, string> | null = null;
  return async () => {
    lastByChain ??= await lastExported(file);
    const known = lastByChain;
    const operators = await operatorHead(db);
    const heads = [...(operators ? [operators] : []), ...(await listPolicyHeads(db))];
    const moved = heads.filter((head) => known.get(head.chain) !== versionOf(head));
    for (let from = 0; from < moved.length; from += headLinePattern) {
      const part = moved.slice(from, from + headLinePattern);
      const line = { audit_heads: part.map(exportedHead) };
      await mkdir(dirname(file), { recursive: true });
      await appendFile(file, `${JSON.stringify({ time: clock.now().toISOString(), ...line })}\n`, { mode: 0o600 });
      logger.info(line, 'audit heads');
      for (const head of part) known.set(head.chain, versionOf(head));
    }
  };
}

const versionOf = ({ length, hash }: Pick<AuditHead, 'length' | 'hash'>): string => `${length} ${hash}`;

async function lastExported(file: string): Promise<Map<string, string>> {
  const { heads } = readHeads((await readHeadsFile(file)) ?? []);
  return new Map(
    [...heads].flatMap(([chain, hashes]) => {
      const last = [...hashes].at(-1);
      return last ? [[chain, versionOf({ length: last[0], hash: last[1] })] as const] : [];
    }),
  );
}

/** The lines of a heads file or a log; null if there is none. */
export async function readHeadsFile(file: string): Promise<string[] | null> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (error) {
    if (fieldsOf(error).code === 'ENOENT') return null;
    throw error;
  }
}
