import { type Clock, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { type Database, type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { IncomingMail, MailReceiver, ReceiverOptions, SenderProof } from '../../../platform/mail-in/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { extractCode } from './extract-code.ts';
import { forwardingConfirmation, isForwarded } from './forwarding.ts';
import { eraseCodesAt } from './jobs.ts';
import { codeRetentionMs } from './model.ts';
import { codeContext } from './secrets.ts';
import { type DomainsOf, isFromProvider, isFromRetailer } from './senders.ts';
import { type AccountRow, findAccountByShortId, verifyForwarding } from './sql.ts';
import { type EventType, insertCode, insertEvent } from './sql-events.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  mailDomain: string;
  domainsOf: DomainsOf;
}

type MailInOptions = Pick<ReceiverOptions, 'port' | 'host' | 'tls' | 'resolve'>;

/** Other mailboxes. */
interface Mailboxes {
  knows(address: string): Promise<boolean>;
  take(address: string, mail: IncomingMail): Promise<void>;
}

/** Accepts mail for forwarding addresses of retailer accounts and the given mailboxes only. */
export async function startAccountMail(
  needs: Needs,
  options: MailInOptions,
  others: Mailboxes | null,
): Promise<MailReceiver> {
  const { startMailReceiver } = await import('../../../platform/mail-in/index.ts');
  const { db } = needs.database;
  return startMailReceiver({
    ...options,
    name: needs.mailDomain,
    logger: needs.logger,
    knows: async (address) =>
      (await accountOf(db, address, needs.mailDomain)) !== null || ((await others?.knows(address)) ?? false),
    async take(address, mail) {
      const account = await accountOf(db, address, needs.mailDomain);
      if (!account) return others?.take(address, mail);
      // Sandbox stores have no DNS, and nothing there can be stolen.
      const proof = account.world === 'live' ? await mail.proveSender() : null;
      await inTransaction(db, (tx) => receiveMail({ ...needs, tx }, account, address, { ...mail, proof }));
    },
  });
}

async function accountOf(db: Db, address: string, mailDomain: string): Promise<AccountRow | null> {
  const [local = '', domain] = address.split('@');
  if (domain !== mailDomain.toLowerCase() || !/^svc_acct_[a-z2-7]{10}$/.test(local)) return null;
  return findAccountByShortId(db, local);
}

const senderNotRetailer = "The sender's address doesn't belong to the store.";
const senderNotVerified = "The sender's domain failed SPF and DKIM checks.";

/** Stores the code or confirmation link encrypted for a short time, and discards the rest. */
async function receiveMail(
  needs: Needs & { tx: Tx },
  account: AccountRow,
  address: string,
  mail: IncomingMail & { proof: SenderProof | null },
): Promise<void> {
  const { tx, domainsOf } = needs;
  const now = needs.clock.now();
  const managedAccountId = account.id;
  const detail = { from: mail.from.split('@').at(-1) ?? '', ...mail.proof };
  const isForged = mail.proof?.verdict === 'unproven';
  const confirmation = !isForged && isFromProvider(mail.from, account) ? forwardingConfirmation(mail) : null;
  if (confirmation !== null) {
    const codeId = await saveMailContent(needs, account, 'confirmation', confirmation, now);
    await insertEvent(tx, { managedAccountId, type: 'mail.forwarding_requested', detail, codeId }, now);
    return;
  }
  const found = extractCode(mail);
  const doubt = isForged ? senderNotVerified : isFromRetailer(mail.from, account, domainsOf) ? null : senderNotRetailer;
  const code = doubt === null ? found : null;
  if (code !== null) await saveMailContent(needs, account, 'code', code, now);
  const type: EventType = code === null ? 'mail.received' : 'mail.code_received';
  const ignored = found !== null && doubt !== null ? { code_ignored: doubt } : {};
  await insertEvent(tx, { managedAccountId, type, detail: { ...detail, ...ignored } }, now);
  if (isForwarded(mail, account.email, address) && (await verifyForwarding(tx, account.id, now))) {
    await insertEvent(tx, { managedAccountId, type: 'mail.forwarding_verified', detail }, now);
  }
}

async function saveMailContent(
  { tx, vault }: Needs & { tx: Tx },
  account: AccountRow,
  kind: 'code' | 'confirmation',
  text: string,
  now: Date,
): Promise<string> {
  const id = newId();
  const expiresAt = plusMs(now, codeRetentionMs);
  await insertCode(
    tx,
    { id, managedAccountId: account.id, kind, sealed: await vault.sealErasable(text, codeContext(id)) },
    now,
    expiresAt,
  );
  await eraseCodesAt(tx, expiresAt);
  return id;
}
