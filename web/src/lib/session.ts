import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { ask, send } from './api.ts';

interface Me {
  email: string;
  account_id: string;
  is_operator: boolean;
  created_at: string;
  claims: { claimed_at: string; orders_moved: number; keys_moved: number }[];
}

/** Who is signed in. An error with status 401 means: nobody. */
export const useMe = (): UseQueryResult<Me> =>
  useQuery({ queryKey: ['me'], queryFn: () => ask<Me>('/me'), staleTime: 60_000, retry: false });

/** Where a page that needs a session sends those who have none; they come back afterwards. */
export function signInPath(): string {
  const here = location.pathname + location.search;
  return here === '/app' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`;
}

export function useSignOut(): (everywhere: boolean) => Promise<void> {
  const queries = useQueryClient();
  return async (everywhere) => {
    if (everywhere) await send('/me/sign-out-everywhere');
    else await send('/auth/sign-out');
    // Nothing of this person stays behind for whoever sits down next.
    queries.clear();
    navigate('/sign-in');
  };
}
