import type { Guard } from './guard.ts';

const contract = (name: string): string => `server/test/contract/${name}.test.ts`;
const journey = (name: string): string => `server/test/journeys/${name}.test.ts`;
const identity = 'server/src/platform/database/identity';
const people = 'server/src/domains/people/';
const mailIn = 'server/src/platform/mail-in/receiver';
const ledgerStays = 'server/migrations/0113_ledger_stays.sql';
const ledgerTests = ['server/src/platform/database/service-role.test.ts'];

/** What the previous version, which may still run, cannot read. */
const packing: Guard[] = [
  {
    name: 'events are packed while an older process may run',
    file: 'server/src/domains/channels/webhooks/events/record-event.ts',
    from: `return (await canPack()) ? packAnswer(body, 'event') : null;`,
    to: `return packAnswer(body, 'event');`,
    tests: [contract('events')],
    title: 'lists events that are stored packed',
  },
];

/** A database that came back older: how that is noticed. */
const restoring: Guard[] = [
  {
    name: 'a copy of the database is taken for the original',
    file: `${identity}.ts`,
    from: `if (!state.isKnown) return 'its data was copied, or restored from a dump';`,
    to: '',
    tests: [`${identity}.test.ts`],
  },
  {
    name: 'another server is not noticed',
    file: `${identity}.ts`,
    from: `if (state.knownSystem !== state.systemIdentifier) return`,
    to: `if (state.knownSystem === '') return`,
    tests: [`${identity}.test.ts`],
  },
  {
    name: 'a promoted standby is not noticed',
    file: `${identity}.ts`,
    from: `if (state.knownTimeline !== state.timeline) {`,
    to: `if (state.knownTimeline === '') {`,
    tests: [`${identity}.test.ts`],
  },
  {
    name: 'older files that were put back are not noticed',
    file: `${identity}.ts`,
    from: `state.timeline === seen.timeline && state.flushed < seen.flushed`,
    to: `state.timeline === seen.timeline && state.flushed < 0`,
    tests: [`${identity}.test.ts`],
  },
];

/** What is erased, and what must not be. */
const erasing: Guard[] = [
  {
    name: 'an erased secret keeps its key',
    file: 'server/src/platform/secrets/erase.ts',
    from: `run: (job) => vault.erasableKeys.delete(job.payload.keyId),`,
    to: `run: async () => {},`,
    tests: [journey('erased-secrets')],
    title: 'opens from no copy once a password was changed',
  },
  {
    name: 'a secret that leaves its column keeps its key',
    file: 'server/migrations/0110_erasable_secrets.sql',
    from: `continue when before is null or octet_length`,
    to: `continue when true or octet_length`,
    tests: [journey('erased-secrets')],
    title: 'opens from no copy once a password was changed',
  },
  {
    name: 'the checkout of an order that has ended stays readable',
    file: 'server/migrations/0360_erasable_checkouts.sql',
    from: `execute function erase_key('checkout_sealed', 'purchase_note_sealed');`,
    to: `execute function erase_key();`,
    tests: [journey('erased-secrets')],
    title: 'opens from no copy once the order has ended',
  },
  {
    name: 'the keys of a deleted account live on',
    file: 'server/src/domains/access/accounts/sql-erase.ts',
    from: `where account_id = \${accountId} and revoked_at is null`,
    to: `where account_id = \${accountId} and revoked_at is not null`,
    tests: [journey('deleting')],
    title: 'ends sessions and keys at once',
  },
  {
    name: 'a late job writes for an account that is being erased',
    file: 'server/src/domains/access/accounts/sql-erase.ts',
    from: `select from accounts where id = \${accountId} for update`,
    to: `select from accounts where id = \${accountId}`,
    tests: [journey('deleting')],
  },
  {
    name: 'the addresses of a deleted account stay',
    file: 'server/src/main/erase-accounts.ts',
    from: `    await eraseOrdersOf(tx, accountId);\n`,
    to: '',
    tests: [journey('deleting')],
    title: 'ends sessions and keys at once',
  },
  {
    name: 'an account is deleted while orders are open',
    file: `${people}delete-account.ts`,
    from: `if (await hasOpenOrders(tx, accountId))`,
    to: `if (false)`,
    tests: [journey('deleting')],
    title: 'ends sessions and keys at once',
  },
  {
    name: 'an account is deleted with real money on it',
    file: `${people}delete-account.ts`,
    from: `if (live > 0)`,
    to: `if (live < 0)`,
    tests: [journey('deleting')],
    title: 'is refused while real money',
  },
  {
    name: 'an account is deleted with real money in another currency',
    file: `${people}delete-account.ts`,
    from: `available + held > 0`,
    to: `available + held < 0`,
    tests: [journey('deleting')],
    title: 'is refused while another currency',
  },
  {
    name: 'a sandbox that is used is erased',
    file: 'server/src/domains/sandbox/sql.ts',
    from: `coalesce(k.last_used_at, k.created_at)`,
    to: `k.created_at`,
    tests: [journey('deleting')],
    title: 'erases a sandbox that expired',
  },
];

/** Secrets, money and other people's data. */
const others: Guard[] = [
  {
    name: 'another spelling of a paid challenge is a new one',
    file: 'server/src/domains/channels/agent/challenge.ts',
    from: `  const expected = Buffer.from(computeChallengeId(secret, challenge, subject.route).toString('base64url'));
  const given = Buffer.from(challenge.id);
`,
    to: `  const expected = computeChallengeId(secret, challenge, subject.route);
  const given = Buffer.from(challenge.id, 'base64url');
`,
    tests: ['server/test/races/agent.test.ts'],
    title: 'no other passes',
  },
  {
    name: 'the password of a webhook URL goes to another host',
    file: 'server/src/domains/channels/webhooks/url-credentials.ts',
    from: `if ((await tokenOf(url)) === token) return url.href;`,
    to: `if (plain) return url.href;`,
    tests: [journey('webhook-passwords')],
    title: 'cannot be decrypted for another host',
  },
  {
    name: 'a large body counts as one request',
    file: 'server/src/domains/access/accounts/guard.ts',
    from: `requestCostOf(request, needs.ratePerKey)`,
    to: `1`,
    tests: [contract('limits')],
    title: 'counts a large body',
  },
  {
    name: 'an approval gives a key after its owner was removed',
    file: 'server/src/domains/people/devices/claim-device-key.ts',
    from: ` || !(await lockOwner(tx, row.account_id, row.decided_by))`,
    to: ``,
    tests: [contract('keys')],
    title: 'are not created afterward',
  },
  {
    name: 'passwords can be guessed by verifying',
    file: 'server/src/domains/catalog/retailer-accounts/verify-account.ts',
    from: `if (!verdict.isAllowed) throw`,
    to: `if (!verdict.isAllowed && false) throw`,
    tests: [contract('managed-accounts-used')],
    title: 'are refused for one account',
  },
  {
    name: 'returns make way for each other without end',
    file: 'server/src/domains/delivery/returns/create-return.ts',
    from: `.length >= replacementsMax) {`,
    to: `.length > 1000 * replacementsMax) {`,
    tests: [contract('legacy-returns')],
    title: 'make way, and no more',
  },
  {
    name: 'a link that was mailed before signs in after signing out everywhere',
    file: `${people}sessions.ts`,
    from: `    await deleteLinksOf(needs.db, personId);\n`,
    to: '',
    tests: [contract('web-session')],
    title: 'ends links that were emailed before',
  },
  {
    name: 'the session of an operator lasts as long as any',
    file: `${people}sessions.ts`,
    from: `isOperator && operatorEnd < row.expires_at ? operatorEnd : row.expires_at`,
    to: `row.expires_at`,
    tests: [`${people}sessions.test.ts`],
  },
  {
    name: 'the ledger can be emptied',
    file: ledgerStays,
    from: `for each statement execute function refuse_change();`,
    to: `for each statement when (false) execute function refuse_change();`,
    tests: ledgerTests,
  },
  {
    name: 'a transfer changes its account',
    file: ledgerStays,
    from: `if old.account_id <> new.account_id and`,
    to: `if false and`,
    tests: ledgerTests,
  },
  {
    name: "a code of anybody is taken for the store's",
    file: 'server/src/domains/catalog/retailer-accounts/receive-mail.ts',
    from: `isFromRetailer(mail.from, account, domainsOf) ? null : senderNotRetailer`,
    to: `null`,
    tests: [journey('mailed-code')],
    title: 'keeps a code of the retailer only',
  },
  {
    name: 'a forged sender is believed',
    file: 'server/src/domains/catalog/retailer-accounts/receive-mail.ts',
    from: `mail.proof?.verdict === 'unproven'`,
    to: `mail.proof?.verdict === ''`,
    tests: [journey('mailed-code')],
    title: 'does not vouch',
  },
  {
    name: 'a mail may have any number of parts',
    file: `${mailIn}.ts`,
    from: `if (countParts(raw) > partsMost) throw`,
    to: `if (countParts(raw) < 0) throw`,
    tests: [journey('mailed-code')],
    title: 'too many parts',
  },
  {
    name: 'an order of another account is shown',
    file: 'server/src/domains/orders/orders/sql.ts',
    from: `on wanted.id = o.id and wanted.account_id = o.account_id and wanted.world = o.world`,
    to: `on wanted.id = o.id`,
    tests: ['server/src/domains/orders/orders/read-order.test.ts'],
  },
  {
    name: 'an order of another account goes to a caller that asks beside its owner',
    file: 'server/src/domains/orders/orders/read-order.ts',
    from: `order.id === one.id && isOf(order, one)`,
    to: `order.id === one.id`,
    tests: ['server/src/domains/orders/orders/read-order.test.ts'],
  },
  {
    name: 'a formula reaches a spreadsheet',
    file: 'server/src/kit/csv.ts',
    from: `text.replaceAll(formulaInside, "'$&")`,
    to: `text`,
    tests: ['server/src/domains/orders/bulk/model.test.ts'],
  },
  {
    name: "a recipient's name stands on the tracking page",
    file: 'server/src/domains/delivery/tracking/view.ts',
    from: `const clean = (text: string): string => removeRecipient(text, recipient);`,
    to: `const clean = (text: string): string => (recipient ? text : removeRecipient(text, recipient));`,
    tests: [contract('tracking')],
    title: 'shows no recipient',
  },
  {
    name: 'a test key of the command line has no play money',
    file: 'server/src/main/admin-commands.ts',
    from: `if (world === 'test') await fundSandbox(needs, accountId);`,
    to: '',
    tests: [contract('details')],
    title: 'has test money',
  },
];

/** What was promised beyond placing and money. */
export const promiseGuards: Guard[] = [...packing, ...restoring, ...erasing, ...others];
