import { createHash, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Linking } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { accountInUse, linkRefused, linkUnknown, retailerRequired } from './failures.ts';
import { leaseMs, queueOfAccount } from './model.ts';
import { type RevokeLinkNeeds, revokeLink } from './revoke-link.ts';
import { accountContext, linkContext, openText } from './secrets.ts';
import { type AccountRow, findAccount, findAccountById, lockAccountRow, type Owner, resumeAccount } from './sql.ts';
import { insertEvent } from './sql-events.ts';
import { consumeLinkRequest, dropLink, findLinkRequest, insertLinkRequest, saveLink } from './sql-links.ts';
import { hasUrgentWaiter, leaseAccountNow } from './sql-queue.ts';
import { holdAccount, type UseNeeds } from './use-account.ts';

export interface LinkNeeds extends UseNeeds {
  registry: Registry;
  publicUrl: string;
}

export interface LinkOwner extends Owner {
  email: string;
}

/** How long a link request is valid. */
const linkWithinMs = 10 * minuteMs;
const storeWithinMs = 30 * secondMs;
const call = () => ({ signal: AbortSignal.timeout(storeWithinMs) });

export const linkReturnUrl = (publicUrl: string): string => `${publicUrl}/app/accounts/linked`;
export const linkPageUrl = (publicUrl: string, shortId: string, world: World): string =>
  `${publicUrl}/app/accounts/${shortId}?world=${world}`;

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

/** The store's linking support, or null. */
function linkingOf({ registry }: Pick<LinkNeeds, 'registry'>, { world, retailer }: AccountRow): Linking | null {
  if (retailer === null) return null;
  return registry.forRetailer(world, retailer)?.connector.linking ?? null;
}

/** Whether the account is linked, or could be. */
export async function readLink(needs: LinkNeeds, owner: Owner, shortId: string) {
  const account = await findAccount(needs.database.db, owner, shortId);
  if (!account) throw notFound();
  return linkStatusOf(needs, account);
}

async function linkStatusOf(needs: LinkNeeds, account: AccountRow) {
  const linking = linkingOf(needs, account);
  const { linked_at: linkedAt, session_sealed: session } = account;
  const held =
    linking && linkedAt !== null && session !== null
      ? linking.describe(await openText(needs.vault, session, accountContext(account.id, 'session')))
      : null;
  if (held) return { status: 'linked' as const, issuer: held.issuer, scopes: held.scopes, linkedAt };
  const isOffered = linking !== null && (await linking.isOffered(call())) === true;
  return {
    status: isOffered ? ('not_linked' as const) : ('unsupported' as const),
    issuer: null,
    scopes: [],
    linkedAt: null,
  };
}

/** The store's consent URL. The response is valid once, for this person, for ten minutes. */
export async function startLink(
  needs: LinkNeeds,
  linker: LinkOwner,
  shortId: string,
): Promise<{ url: string; expiresAt: Date }> {
  const { db } = needs.database;
  const account = await findAccount(db, linker, shortId);
  if (!account) throw notFound();
  if (account.retailer === null) throw retailerRequired();
  const linking = linkingOf(needs, account);
  if (!linking) throw linkRefused('This store does not support linked accounts.');
  const state = `${linker.world}.${randomBytes(32).toString('base64url')}`;
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const redirectUri = linkReturnUrl(needs.publicUrl);
  const session = await sessionOf(needs, account);
  const begun = await linking.begin({ redirectUri, state, challenge, session }, call());
  if (begun.kind !== 'begun') throw linkRefused(begun.message);
  const id = newId();
  const secret = JSON.stringify({ verifier, pending: begun.pending, retailer: account.retailer });
  const expiresAt = plusMs(needs.clock.now(), linkWithinMs);
  await insertLinkRequest(db, {
    id,
    state_hash: hashOf(state),
    managed_account_id: account.id,
    account_id: linker.accountId,
    world: linker.world,
    email: linker.email,
    sealed: await needs.vault.sealErasable(secret, linkContext(id)),
    expires_at: expiresAt,
  });
  return { url: begun.url, expiresAt };
}

const sessionOf = async ({ vault }: LinkNeeds, { id, session_sealed: sealed, linked_at: linkedAt }: AccountRow) =>
  sealed === null || linkedAt === null ? null : openText(vault, sealed, accountContext(id, 'session'));

const PendingLink = Type.Object({ verifier: Type.String(), pending: Type.String(), retailer: Type.String() });

export interface LinkReturn {
  state: string;
  code: string | null;
  iss: string | null;
  /** The store's OAuth error. */
  error: string | null;
}

/** Finishes a link. The state is consumed in any case, and the code of a foreign response isn't used. */
export async function finishLink(needs: LinkNeeds, linker: LinkOwner, answer: LinkReturn): Promise<AccountRow> {
  const { db } = needs.database;
  const now = needs.clock.now();
  const request = await findLinkRequest(db, linker, hashOf(answer.state), now);
  const account = request && (await findAccountById(db, request.managed_account_id));
  if (!account) throw linkUnknown();
  const linking = linkingOf(needs, account);
  const lease = await leaseAccountNow(db, account.id, newId(), now, plusMs(now, leaseMs));
  if (!lease) throw accountInUse();
  const held = holdAccount(needs, account, lease);
  try {
    // Decrypt first: the key is deleted with the row.
    const secret = await openText(needs.vault, request.sealed, linkContext(request.id));
    if (!(await consumeLinkRequest(db, request.id))) throw linkUnknown();
    if (answer.error !== null || answer.code === null)
      throw linkRefused(`The store responded: ${answer.error ?? 'no code'}.`);
    if (!linking) throw linkRefused('This store does not support linked accounts.');
    const kept = Value.Parse(PendingLink, JSON.parse(secret));
    // The account may belong to another store now, which must not see these tokens.
    if (kept.retailer !== account.retailer) throw linkUnknown();
    const session = await sessionOf(needs, (await findAccountById(db, account.id)) ?? account);
    const { verifier, pending } = kept;
    const redirectUri = linkReturnUrl(needs.publicUrl);
    const ending = { pending, redirectUri, code: answer.code, iss: answer.iss, verifier, session };
    const linked = await linking.finish(ending, call());
    if (linked.kind !== 'linked') throw linkRefused(linked.message);
    const link = await needs.vault.sealErasable(linked.session, accountContext(account.id, 'session'));
    if (!(await saveLink(db, lease, link, needs.clock.now()))) throw accountInUse();
    await recordLinked(needs, account.id);
  } finally {
    await held.release();
  }
  return (await findAccountById(db, account.id)) ?? account;
}

async function recordLinked({ database: { db }, clock }: LinkNeeds, managedAccountId: string): Promise<void> {
  const now = clock.now();
  await insertEvent(db, { managedAccountId, type: 'account.linked', detail: {} }, now);
  if (await resumeAccount(db, managedAccountId, now)) {
    await insertEvent(db, { managedAccountId, type: 'account.resumed', detail: { by: 'linking' } }, now);
  }
}

/** Removes the link and revokes it at the store. The account stays. */
export async function unlinkAccount(needs: RevokeLinkNeeds & { tx: Tx }, owner: Owner, shortId: string): Promise<void> {
  const { tx, clock } = needs;
  const account = await lockAccountRow(tx, owner, shortId);
  if (!account) throw notFound();
  const now = clock.now();
  const isLeased = account.locked_until !== null && account.locked_until > now;
  if (isLeased || (await hasUrgentWaiter(tx, queueOfAccount(account.id)))) throw accountInUse();
  if (account.linked_at === null) return;
  await revokeLink(needs, account);
  await dropLink(tx, account.id, now);
  await insertEvent(tx, { managedAccountId: account.id, type: 'account.unlinked', detail: {} }, now);
}

export const presentLink = (
  { publicUrl }: Pick<LinkNeeds, 'publicUrl'>,
  { shortId, world }: { shortId: string; world: World },
  stand: Awaited<ReturnType<typeof readLink>>,
) => ({
  status: stand.status,
  issuer: stand.issuer,
  scopes: stand.scopes,
  linked_at: stand.linkedAt?.toISOString() ?? null,
  page_url: linkPageUrl(publicUrl, shortId, world),
});
