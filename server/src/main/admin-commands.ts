import { text as textOf } from 'node:stream/consumers';
import { createKey, listKeys, revokeKeyById, upsertAccountByEmail } from '../domains/access/accounts/index.ts';
import { listServiceAccounts } from '../domains/catalog/retailer-accounts/index.ts';
import { decisionFrom } from '../domains/delivery/returns/index.ts';
import { fundSandbox } from '../domains/money/wallet/index.ts';
import {
  type Action,
  auditMoney,
  closeCharge,
  commandLine,
  creditAccount,
  decideReturn,
  decideUnknownOutcome,
  listOpenChargeFiles,
  recordAction,
  replyToCase,
} from '../domains/operations/operator/index.ts';
import { listUnknownOutcomes } from '../domains/orders/orders/index.ts';
import { deleteFactor } from '../domains/people/index.ts';
import { systemClock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { formatCents, formatMoney } from '../kit/money.ts';
import { createBlobs } from '../platform/blobs/index.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction, type Tx } from '../platform/database/index.ts';
import { rotateSecrets } from '../platform/secrets/index.ts';
import { listAlertsText, setAlertText } from './admin-alerts.ts';
import { verifyAuditText } from './admin-audit.ts';
import { listMailText } from './admin-mail.ts';
import { accountOf, dateOf, decisionOf, emailOf, idOf, type Options, subjectOf, worldOf } from './admin-options.ts';
import { agentsPolicyText } from './admin-policies.ts';
import { listRecipeVersionsText, restoreRecipeText } from './admin-recipes.ts';
import {
  addStoreText,
  applyStoresFile,
  checkStoreText,
  listStoresText,
  probeStoreText,
  removeStoreText,
  withRegistry,
} from './admin-stores.ts';
import { usage } from './admin-usage.ts';
import { prepareRoles } from './database-roles.ts';
import { diagnose, diagnosisText, isUnsafe } from './doctor.ts';
import { centsOf, createRetailerNamer, limitsOf, permissionsOf, UsageError } from './key-options.ts';
import { declareRestored, reconcileText } from './operate-restore.ts';
import { addServiceAccount, vaultOf } from './operate-secrets.ts';
import { everySealedColumn } from './sealed-columns.ts';
import { storageText } from './sql-storage.ts';

type Command = (database: Database, options: Options, config: Config) => Promise<string>;

const commands: Record<string, Command> = {
  'keys create': async ({ db }, options) => {
    const world = worldOf(options);
    return inTransaction(db, async (tx) => {
      const needs = { tx, clock: systemClock };
      const accountId = await upsertAccountByEmail(tx, newId(), emailOf(options), systemClock.now());
      const label = options.label ?? 'Key created by an operator';
      const { id, key } = await createKey(needs, {
        accountId,
        world,
        label,
        limits: limitsOf(options, await createRetailerNamer(tx, world)),
        permissions: permissionsOf(options),
      });
      if (world === 'test') await fundSandbox(needs, accountId);
      await record(tx, {
        name: 'key.created',
        subject: { type: 'key', id },
        after: { account_id: accountId, world, label },
      });
      return key;
    });
  },
  'audit verify': async ({ db }, options, config) => {
    const { text, isSound } = await verifyAuditText({ db, vault: vaultOf(config), config }, options.heads);
    if (!isSound) process.exitCode = 1;
    return text;
  },
  'policy agents': (database, options) => agentsPolicyText(database, worldOf(options), options.subject),
  'keys list': async ({ db }, options) => {
    const { rows } = await listKeys(db, await accountOf(db, options), { limit: 200, offset: 0 });
    const line = (row: (typeof rows)[number]) =>
      `${row.id}  ${row.world}  …${row.hint}  ${row.label}  ${row.revoked_at ? 'revoked' : 'active'}`;
    return rows.map(line).join('\n') || 'This account has no keys.';
  },
  'keys revoke': async ({ db }, options) => {
    const accountId = await accountOf(db, options);
    const id = idOf(options);
    return inTransaction(db, async (tx) => {
      const isRevoked = await revokeKeyById(tx, accountId, id, systemClock.now());
      if (!isRevoked) throw new UsageError('This account has no active key with this --id. See keys list.');
      await record(tx, {
        name: 'key.revoked',
        subject: { type: 'key', id },
        before: { revoked: false },
        after: { revoked: true },
        note: options.note ?? null,
      });
      return 'Revoked.';
    });
  },
  'returns resolve': async (database, options, config) => {
    const { outcome, note = null } = options;
    if (outcome !== 'approved' && outcome !== 'denied' && outcome !== 'credited') {
      throw new UsageError('--outcome must be approved, denied or credited.');
    }
    const returns = { database, clock: systemClock, blobs: await createBlobs(config) };
    // Stores are not called from here, so approving creates no label.
    const needs = { returns, approvalOf: async () => null };
    const cents = options.cents === undefined ? null : centsOf(options.cents, '--cents');
    const decision = decisionFrom({ status: outcome, resolution_notes: note, amount_cents: cents });
    const { status } = await decideReturn(needs, commandLine, idOf(options), decision);
    return `The return is ${status}.`;
  },
  'cases reply': async ({ db }, options) => {
    const { note, close = false } = options;
    if (!note) throw new UsageError('--note is required: the message to send.');
    await inTransaction(db, (tx) =>
      replyToCase({ tx, clock: systemClock }, commandLine, idOf(options), { message: note, close }),
    );
    return close ? 'Reply sent. The case is closed.' : 'Reply sent.';
  },
  'wallet credit': async ({ db }, options) => {
    const world = worldOf(options);
    const amount = centsOf(options.cents, '--cents');
    if (amount === 0) throw new UsageError('--cents must be a whole number of cents above 0.');
    if (!options.note) throw new UsageError('--note is required: the reason, for the ledger.');
    const { note } = options;
    const id = options.id === undefined ? newId() : idOf(options);
    const credit = { id, email: emailOf(options), world, amount, note };
    const { isNew } = await creditAccount({ db, clock: systemClock }, commandLine, credit);
    return isNew ? `Credited ${formatCents(amount)} (${world}).` : 'This credit already exists. Nothing changed.';
  },
  'orders review': async ({ db }) => {
    const rows = await listUnknownOutcomes(db);
    const line = (row: (typeof rows)[number]) =>
      `${row.id}  ${row.world}  ${row.retailer}  submitted ${row.submitted_at.toISOString()}  up to ${formatCents(row.max_price_cents)}`;
    return rows.map(line).join('\n') || 'No orders need review.';
  },
  'orders decide': async ({ db }, options) => {
    const { note = null } = options;
    await decideUnknownOutcome({ db, clock: systemClock }, commandLine, idOf(options), decisionOf(options), note);
    return 'Order resolved and settled.';
  },
  'accounts add': async (database, options, config) => {
    const account = {
      email: emailOf(options),
      retailer: options.retailer ?? null,
      world: worldOf(options),
      secrets: await textOf(process.stdin),
    };
    const { row } = await withRegistry(database, config, (registry) =>
      addServiceAccount({ database, config, registry }, account),
    );
    return `Added ${row.short_id}.`;
  },
  'accounts list': async ({ db }) => {
    const rows = await listServiceAccounts(db);
    const line = (row: (typeof rows)[number]) =>
      `${row.short_id}  ${row.world}  ${row.retailer ?? 'any retailer'}  ${row.email}  ${row.pause_reason ?? (row.is_paused ? 'paused' : 'ready')}`;
    return rows.map(line).join('\n') || 'Errand has no retailer accounts yet.';
  },
  'stores list': listStoresText,
  'stores add': (database, options, config) => addStoreText(database, config, subjectOf(options, 'a file')),
  'stores check': (database, options, config) =>
    checkStoreText(database, config, subjectOf(options, 'the name of a store')),
  'stores probe': (database, options, config) => probeStoreText(database, config, subjectOf(options, 'a URL')),
  'stores remove': (database, options, config) =>
    removeStoreText(database, config, subjectOf(options, 'the name of a store')),
  'stores apply': (database, options, config) => applyStoresFile(database, config, subjectOf(options, 'a file')),
  'recipes versions': (database, options) =>
    listRecipeVersionsText(database, subjectOf(options, 'the name of a recipe')),
  'recipes restore': (database, options, config) =>
    restoreRecipeText(database, config, subjectOf(options, 'a recipe and its version, as in evershop@2')),
  'operators reset': async ({ db }, options) =>
    inTransaction(db, async (tx) => {
      const email = emailOf(options);
      if (!(await deleteFactor(tx, email))) throw new UsageError('This person has no second factor.');
      const subject = { type: 'operator' as const, id: email };
      await record(tx, { name: 'second_factor.reset', subject });
      return 'They can set up a new one the next time they sign in.';
    }),
  'secrets rotate': async ({ db }, _options, config) => {
    const count = await rotateSecrets(db, vaultOf(config), everySealedColumn);
    if (count === 0) return 'All secrets already use the newest key.';
    // Rotation runs in many small transactions. This row records that it completed.
    await inTransaction(db, (tx) =>
      record(tx, {
        name: 'secrets.rotated',
        subject: { type: 'secrets', id: 'all' },
        after: { rewrapped: count },
      }),
    );
    return `Re-encrypted ${count} secrets.`;
  },
  'database migrate': async (_database, _options, config) => {
    if (config.databaseUrl !== null) await prepareRoles(config, config.databaseUrl);
    return 'The database is up to date.';
  },
  restored: ({ db }, options) => declareRestored(db, options.since === undefined ? null : dateOf(options.since)),
  doctor: async ({ db }, { json }, config) => {
    const diagnosis = await diagnose({ db, clock: systemClock, vault: vaultOf(config), config });
    if (isUnsafe(diagnosis)) process.exitCode = 1;
    const { isLive, findings } = diagnosis;
    return json ? JSON.stringify({ is_live: isLive, findings }, null, 2) : diagnosisText(diagnosis);
  },
  'mail list': (_database, _options, config) => listMailText(config),
  storage: ({ db }) => storageText(db),
  'stores reconcile': async (database, options, config) => {
    const since = options.since === undefined ? null : dateOf(options.since);
    const { text, isSound } = await reconcileText(database, config, { since, isJson: options.json ?? false });
    if (!isSound) process.exitCode = 1;
    return text;
  },
  'alerts list': ({ db }) => listAlertsText(db),
  'alerts set': (database, options) => setAlertText(database, options),
  'charges list': async ({ db }) => {
    const { charges: rows } = await listOpenChargeFiles(db, systemClock.now(), { limit: 200, offset: 0 });
    const line = (row: (typeof rows)[number]) =>
      `${row.id}  ${row.kind}  ${row.world}  ${row.method}  ${row.reference ?? 'no reference'}  ${formatMoney({ amount: row.amount_cents, currency: row.currency })}  since ${row.since.toISOString()}  ${row.last_answer ?? 'not checked yet'}`;
    return rows.map(line).join('\n') || 'All charges and refunds are settled.';
  },
  'charges close': async ({ db }, options) => {
    const { note } = options;
    if (!note) throw new UsageError('--note is required: what you did with the money.');
    await closeCharge({ db, clock: systemClock }, commandLine, idOf(options), note);
    return 'Closed.';
  },
  'ledger audit': async ({ db }) => {
    const problems = await auditMoney(db, systemClock.now());
    if (problems.length > 0) process.exitCode = 1;
    const lines = problems.map((row) => `${row.account_id ?? 'no account'} ${row.world}: ${row.problem}`);
    return lines.join('\n') || 'sound';
  },
};

const record = (tx: Tx, action: Omit<Action, 'operator'>): Promise<void> =>
  recordAction({ tx, clock: systemClock }, { operator: commandLine, ...action });

/** Finds the command of a line and the argument behind it. Most commands are two words, some are one. */
export function commandIn(positionals: string[]): { command: Command; subject: string | undefined } {
  const words = positionals.slice(0, 2).join(' ');
  const [subject, ...more] = positionals.slice(2);
  const command = Object.hasOwn(commands, words) ? commands[words] : undefined;
  const isSubjectFit = subject === undefined || /^(stores|policy|recipes) /.test(words);
  if (!command || !isSubjectFit || more.length > 0) throw new UsageError(usage);
  return { command, subject };
}
