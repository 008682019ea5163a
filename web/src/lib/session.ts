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

/** For data about a person that is kept outside of the query cache. */
export const onSignOut = (forget: () => void): void => {
  signOutCallbacks.add(forget);
};

/** Deletes everything about the person, so that the next one sees none of it. */
function clearPerson(): void {
  lastAccountId = null;
  lastPersonId = null;
  limitToAccount(null);
  for (const forget of signOutCallbacks) forget();
  deleteDrafts();
  writeStored('address', null);
}

/** If another person has signed in since, everything is loaded again for them. */
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

/** Who is signed in. An error with status 401 means nobody. */
export function useMe(): UseQueryResult<GetMeOutput> {
  const queries = useQueryClient();
  return useQuery({ queryKey: ['me'], queryFn: () => readSignedInPerson(queries), staleTime: 60_000, retry: false });
}

export type PluginName = GetMeOutput['plugins'][number];

/** Whether the service runs a plug-in; false until that is known. */
export function useHasPlugin(): (name: PluginName) => boolean {
  const plugins = useMe().data?.plugins ?? [];
  return (name) => plugins.includes(name);
}

/** Whether someone signed in in this tab and did not sign out. */
export const wasSignedIn = (): boolean => lastAccountId !== null;

/** The sign-in page, which returns to this page afterwards. */
export function signInPath(): string {
  const here = location.pathname + location.search;
  return here === '/app' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}

/** Switches to another of the person's accounts. The page reloads, so nothing from the first account remains. */
export async function switchAccount(accountId: string): Promise<void> {
  await sendUnsent();
  await apiOf('test').chooseAccount({ body: { account_id: accountId } });
  location.assign('/app');
}

export function useSignOut(): (everywhere: boolean, nextPath?: string) => Promise<void> {
  const queries = useQueryClient();
  return async (everywhere, nextPath = '/sign-in') => {
    await sendUnsent();
    if (everywhere) await apiOf('test').signOutEverywhere();
    else await send('/auth/sign-out');
    clearPerson();
    queries.clear();
    navigate(nextPath);
  };
}
