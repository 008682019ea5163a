import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { apiOf } from '../../lib/api.ts';
import { useWorld } from '../../lib/world.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

/** The store redirects here after linking. The code is sent once and removed from the URL at once. */
export function LinkedPage() {
  const [, goTo] = useLocation();
  const { switchTo } = useWorld();
  const [error, setError] = useState<Error | null>(null);
  const isHandedIn = useRef(false);
  useEffect(() => {
    if (isHandedIn.current) return;
    isHandedIn.current = true;
    const answer = new URLSearchParams(location.search);
    history.replaceState(null, '', location.pathname);
    const state = answer.get('state') ?? '-';
    const world = state.startsWith('live.') ? 'live' : 'test';
    const [code, iss, said] = [answer.get('code'), answer.get('iss'), answer.get('error')];
    apiOf(world)
      .finishManagedAccountLink({ body: { state, code, iss, error: said?.slice(0, 200) ?? null } })
      .then(({ short_id: id }) => {
        switchTo(world);
        notify('Account linked. Orders can use it now.');
        goTo(`/app/accounts/${id}`, { replace: true });
      }, setError);
  }, [goTo, switchTo]);
  return (
    <Page title="Link an account" back={{ to: '/app/accounts', label: 'Retailer accounts' }} isNarrow>
      {error ? (
        <>
          <ErrorNote error={error} />
          <div>
            <ButtonLink to="/app/accounts">View accounts</ButtonLink>
          </div>
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </Page>
  );
}
