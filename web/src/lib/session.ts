import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { GetMeOutput } from '../../../sdk/src/index.ts';
import { apiOf, limitToAccount, readMe, send } from './api.ts';
import { deleteDrafts, setDraftOwner } from './drafts.ts';
import { writeStored } from './storage.ts';
import { sendUnsent } from './unsent.ts';

const signOutCallbacks = new Set<() => void>();
let lastAccountId: string | null = null;
let lastPersonId: string | null = null;

/** For what a part of the app keeps of a person beside the answers of the API. */
export const onSignOut = (forget: () => void): void => {
  signOutCallbacks.add(forget);
};

/** Nothing of one person stays behind for the next. */
function clearPerson(): void {
  lastAccountId = null;
  lastPersonId = null;
  limitToAccount(null);
  for (const forget of signOutCallbacks) forget();
  deleteDrafts();
  writeStored('address', null);
}

/** Another person may have signed in in another tab, or after a session ended: what is shown then is theirs from the beginning. */
async function readSignedInPerson(queries: QueryClient): Promise<GetMeOutput> {
  const me = await readMe();
  const isOther = lastAccountId !== me.account_id || lastPersonId !== me.person_id;
  if (lastAccountId !== null && isOther) {
    clearPerson();
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  }
  lastAccountId = me.account_id;
  lastPersonId = me.person_id;
  setDraftOwner(`${me.account_id} ${me.person_id}`);
  limitToAccount(me.account_id);
  return me;
}

/** Who is signed in. An error with status 401 means: no one. */
export function useMe(): UseQueryResult<GetMeOutput> {
  const queries = useQueryClient();
  return useQuery({ queryKey: ['me'], queryFn: () => readSignedInPerson(queries), staleTime: 60_000, retry: false });
}

export type PluginName = GetMeOutput['plugins'][number];

/** Whether the service has an optional part. Until it is known, none is shown. */
export function useHasPlugin(): (name: PluginName) => boolean {
  const plugins = useMe().data?.plugins ?? [];
  return (name) => plugins.includes(name);
}

/** Whether somebody was signed in in this tab, and did not sign out. */
export const wasSignedIn = (): boolean => lastAccountId !== null;

/** Where a page that needs a session sends those who have none; they come back afterwards. */
export function signInPath(): string {
  const here = location.pathname + location.search;
  return here === '/app' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}

/** Acts for another of one's accounts. The page begins anew: nothing of one account is shown beside the other. */
export async function switchAccount(accountId: string): Promise<void> {
  await sendUnsent();
  await apiOf('test').chooseAccount({ body: { account_id: accountId } });
  location.assign('/app');
}

export function useSignOut(): (everywhere: boolean, goOnTo?: string) => Promise<void> {
  const queries = useQueryClient();
  return async (everywhere, goOnTo = '/sign-in') => {
    await sendUnsent();
    if (everywhere) await apiOf('test').signOutEverywhere();
    else await send('/auth/sign-out');
    clearPerson();
    queries.clear();
    navigate(goOnTo);
  };
}
