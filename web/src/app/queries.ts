import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { isUnauthorized } from '../lib/errors.ts';
import { signInPath } from '../lib/session.ts';

/** When the session has ended, opens the sign-in page, which returns here afterwards. Public pages stay open. */
function leaveWhenSignedOut(error: unknown): void {
  const needsSession = location.pathname === '/app' || location.pathname.startsWith('/app/');
  if (!isUnauthorized(error) || !needsSession) return;
  // Otherwise the sign-in page would treat the person as signed in and return here at once.
  queries.removeQueries({ queryKey: ['me'] });
  navigate(signInPath(), { replace: true });
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  // The API client already retries.
  defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
});
