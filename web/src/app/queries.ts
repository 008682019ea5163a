import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { isUnauthorized } from '../lib/errors.ts';
import { signInPath } from '../lib/session.ts';

/** A session that ended sends people to sign in, and back afterwards. Pages for everybody stay where they are. */
function leaveWhenSignedOut(error: unknown): void {
  const needsSession = location.pathname === '/app' || location.pathname.startsWith('/app/');
  if (!isUnauthorized(error) || !needsSession) return;
  // The person who was signed in is not any more, or the sign-in page would send them straight back.
  queries.removeQueries({ queryKey: ['me'] });
  navigate(signInPath(), { replace: true });
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  // The client repeats what may be repeated by itself.
  defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
});
