import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { ClaimSandboxOutput, PreviewSandboxClaimOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { formatDay, formatMoney, plural } from '../../lib/format.ts';
import { useMe, useSignOut } from '../../lib/session.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { SignedOutPage } from '../../ui/signed-out-page.tsx';
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

export function ClaimPage() {
  const { token } = useParams<{ token: string }>();
  const { switchTo } = useWorld();
  const queries = useQueryClient();
  const preview = useData(['claim', token], (api, options) => api.previewSandboxClaim({ token }, options), {
    freshFor: Number.POSITIVE_INFINITY,
  });
  const claim = useChange<void, ClaimSandboxOutput>((api) => api.claimSandbox({ body: { token } }), {
    onDone() {
      // The claimed orders are in the sandbox, so its data is loaded again.
      switchTo('test');
      queries.removeQueries({ queryKey: ['test'], predicate: ({ queryKey }) => queryKey[1] !== 'claim' });
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  if (claim.data) return <Claimed claimed={claim.data} />;
  if (isNotFound(preview.error) || isNotFound(claim.error)) return <NothingToClaim />;
  return (
    <SignedOutPage
      title="Claim this sandbox"
      lead="An agent created this sandbox for you. When you claim it, everything in it moves to your account."
    >
      {preview.data ? (
        <>
          <Facts rows={factsOf(preview.data)} />
          {preview.data.keys > 0 && <KeyNote keys={preview.data.keys} />}
          <Decision token={token} isBusy={claim.isPending} onClaim={() => claim.mutate()} />
          {claim.error && <ErrorNote error={claim.error} onRetry={() => claim.mutate()} />}
        </>
      ) : preview.error ? (
        <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </SignedOutPage>
  );
}

const factsOf = ({ orders, keys, balance_cents: balance, created_at: at }: PreviewSandboxClaimOutput) =>
  [
    ['Orders', plural(orders, 'order')],
    ['API keys', `${plural(keys, 'key')} (will keep working)`],
    ['Test money', formatMoney(balance)],
    ['Created', formatDay(at)],
  ] as const;

/** Warns that claiming lets an unknown key use the sandbox. */
const KeyNote = ({ keys }: { keys: number }) => (
  <Note tone="warn" title={`The agent's ${keys === 1 ? 'key' : 'keys'} will have access to your sandbox`}>
    Anyone with {keys === 1 ? 'the key' : 'one of the keys'} can see and use everything in your sandbox, including
    anything you add later. Claim this sandbox only if you trust the agent. You can revoke{' '}
    {keys === 1 ? 'the key' : 'the keys'} under API keys at any time. Sandbox keys have no access to live orders or real
    money.
  </Note>
);

function Decision({ token, isBusy, onClaim }: { token: string; isBusy: boolean; onClaim(): void }) {
  const me = useMe();
  const signOut = useSignOut();
  const signInPath = `/sign-in?next=${encodeURIComponent(`/claim/${token}`)}`;
  if (me.isPending) return <Skeleton height={44} />;
  if (!me.data) {
    return (
      <div className="front-choices">
        <ButtonLink kind="primary" to={signInPath} icon="mail">
          Sign in to claim
        </ButtonLink>
        <p className="quiet small">You'll come back to this page. Nothing will be claimed until you confirm.</p>
      </div>
    );
  }
  const leave = () =>
    signOut(false, signInPath).catch(() => notify("Couldn't sign out. Check your connection and try again.", 'bad'));
  return (
    <div className="front-choices">
      <Button kind="primary" icon="check" isBusy={isBusy} onClick={onClaim}>
        Claim as {me.data.email}
      </Button>
      <Button kind="quiet" onClick={leave}>
        Use another email
      </Button>
      <p className="quiet small">A sandbox can be claimed only once. It uses test money. No real orders or charges.</p>
    </div>
  );
}

function Claimed({ claimed }: { claimed: ClaimSandboxOutput }) {
  return (
    <SignedOutPage title="Sandbox claimed" lead={claimed.message}>
      <div className="front-choices">
        <ButtonLink kind="primary" to="/app/orders" icon="box">
          View orders
        </ButtonLink>
        <ButtonLink to="/app/keys" icon="key">
          View API keys
        </ButtonLink>
        <ButtonLink kind="quiet" to="/app">
          Go to overview
        </ButtonLink>
      </div>
    </SignedOutPage>
  );
}

function NothingToClaim() {
  const me = useMe();
  const hasClaims = (me.data?.claims.length ?? 0) > 0;
  return (
    <SignedOutPage title="Nothing to claim" lead="This link doesn't match a sandbox. Possible reasons:">
      <ul className="reasons">
        <li>
          <strong>It was already claimed.</strong> Each link works once. The orders are in the account that claimed the
          sandbox.
        </li>
        <li>
          <strong>It expired.</strong> A sandbox expires 7 days after its key was last used.
        </li>
        <li>
          <strong>The link is incomplete.</strong> Copy the full link from the agent.
        </li>
      </ul>
      {hasClaims && (
        <Note tone="good" title="You already claimed a sandbox">
          If it was this one, its orders are now in your account's sandbox.
        </Note>
      )}
      <div className="front-choices">
        {me.data ? (
          <ButtonLink kind="primary" to="/app/orders">
            View orders
          </ButtonLink>
        ) : (
          <ButtonLink kind="primary" to="/sign-in">
            Sign in
          </ButtonLink>
        )}
      </div>
    </SignedOutPage>
  );
}
