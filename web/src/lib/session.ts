import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { GetMeOutput } from '../../../sdk/src/index.ts';
import { apiOf, send } from './api.ts';

/** Who is signed in. An error with status 401 means: nobody. */
export const useMe = (): UseQueryResult<GetMeOutput> =>
  useQuery({ queryKey: ['me'], queryFn: () => apiOf('test').getMe(), staleTime: 60_000, retry: false });

/** Where a page that needs a session sends those who have none; they come back afterwards. */
export function signInPath(): string {
  const here = location.pathname + location.search;
  return here === '/app' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}

export function useSignOut(): (everywhere: boolean, goOnTo?: string) => Promise<void> {
  const queries = useQueryClient();
  return async (everywhere, goOnTo = '/sign-in') => {
    if (everywhere) await apiOf('test').signOutEverywhere();
    else await send('/auth/sign-out');
    // Nothing of this person stays behind for whoever sits down next.
    queries.clear();
    navigate(goOnTo);
  };
}
