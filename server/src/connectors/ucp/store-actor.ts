import { secondMs } from '../../kit/clock.ts';
import type { ActionRequired, Blocked, Call, ReadOnlyRetailerAccount, RetailerAccount } from '../contract.ts';
import type { UcpApi, UcpReply } from './api.ts';
import { type Link, linkIn } from './link.ts';
import { type LinkingNeeds, renew } from './linking.ts';
import type { Asking, Operation } from './operation.ts';

/** Calls the store with a customer's token. */
interface StoreActor {
  kind: 'acting';
  api: UcpApi;
  /** The consent that the customer must give first. */
  wants(): 'link' | 'scopes' | null;
}

export type NotLinked = { kind: 'not linked'; message: string };

/** Renew tokens early, because a checkout takes time. */
const earlyMs = 60 * secondMs;
const accountNotLinked: NotLinked = { kind: 'not linked', message: 'This account is not linked to the store yet.' };
const accountInUse: Blocked = {
  kind: 'blocked',
  reason: 'retailer_rate_limited',
  message: "Another job is renewing this account's link.",
  retryAfterMs: 5 * secondMs,
};

const canSave = (account: ReadOnlyRetailerAccount): account is RetailerAccount => 'save' in account.session;

/** The API client for this account. Guests use the service's own. */
export async function createActorFor(
  needs: LinkingNeeds,
  account: ReadOnlyRetailerAccount | null,
  call: Call,
): Promise<StoreActor | NotLinked | Blocked> {
  if (!account) return { kind: 'acting', api: needs.api, wants: () => null };
  const link = linkIn(await account.session.load());
  if (!link) return accountNotLinked;
  const isOld = link.expiresAt !== null && link.expiresAt - earlyMs < needs.clock.now().getTime();
  const now = isOld ? await renewFor(needs, account, link, call) : { kind: 'link' as const, link };
  return now.kind === 'link' ? createActor(needs, account, now.link) : now;
}

/** One renewal at a time per account, saved before use: a refresh token works once. */
async function renewFor(
  needs: LinkingNeeds,
  account: ReadOnlyRetailerAccount,
  old: Link,
  call: Call,
): Promise<{ kind: 'link'; link: Link } | NotLinked | Blocked> {
  if (!canSave(account)) {
    const work = (own: RetailerAccount) => renewFor(needs, own, old, call);
    return (await account.exclusively?.(work)) ?? accountInUse;
  }
  const kept = linkIn(await account.session.load());
  if (!kept) return accountNotLinked;
  // Another process renewed it meanwhile.
  if (kept.accessToken !== old.accessToken) return { kind: 'link', link: kept };
  const renewed = await renew(needs, kept, call);
  if (renewed.kind === 'blocked') return renewed;
  if (renewed.kind === 'refused') return { kind: 'not linked', message: renewed.message };
  await account.session.save(JSON.stringify(renewed.link));
  return renewed;
}

function createActor(needs: LinkingNeeds, account: ReadOnlyRetailerAccount, first: Link): StoreActor {
  let link = first;
  let wants: 'link' | 'scopes' | null = null;

  async function ask(operation: Operation, asking: Asking, call: Call): Promise<UcpReply> {
    const reply = await needs.api.ask(operation, { ...asking, bearer: link.accessToken }, call);
    if (reply.kind !== 'refused' || !reply.challenge) return reply;
    if (reply.status === 403) {
      await recordScopes(reply.challenge.scopes);
      return reply;
    }
    const renewed = await renewFor(needs, account, link, call);
    if (renewed.kind === 'blocked') return { kind: 'failed', problem: renewed, wasSent: false };
    if (renewed.kind === 'not linked') {
      wants = 'link';
      return reply;
    }
    // The store executed nothing on a 401, and `complete` has an idempotency key, so retry once.
    link = renewed.link;
    const again = await needs.api.ask(operation, { ...asking, bearer: link.accessToken }, call);
    if (again.kind === 'refused' && again.status === 401) wants = 'link';
    return again;
  }

  async function recordScopes(asked: readonly string[]): Promise<void> {
    const missing = asked.filter((scope) => !link.scopes.includes(scope));
    if (missing.length === 0) return;
    wants = 'scopes';
    link = { ...link, missing };
    if (canSave(account)) await account.session.save(JSON.stringify(link));
  }

  return { kind: 'acting', api: { profile: needs.api.profile, ask }, wants: () => wants };
}

/** Asks the account's owner to link it. The order continues afterward. */
export function createLinkAction(needs: LinkingNeeds, account: ReadOnlyRetailerAccount): ActionRequired | null {
  const url =
    account.shortId === undefined ? undefined : needs.identity.accountPage?.(account.shortId, needs.store.world);
  if (url === undefined) return null;
  return {
    kind: 'needs',
    question: {
      kind: 'open_url',
      askedOf: 'customer',
      message: `Link ${account.email} to the store: open the account's page here, choose "Link", approve access on the store's site, and come back.`,
      details: { managed_account: account.shortId },
      answerSchema: {
        type: 'object',
        properties: { done: { const: true } },
        required: ['done'],
        additionalProperties: false,
      },
      url,
      expiresInMs: null,
      resume: null,
    },
  };
}
