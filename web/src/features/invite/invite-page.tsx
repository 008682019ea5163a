import { useParams } from 'wouter';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { formatTime } from '../../lib/format.ts';
import { useMe, useSignOut } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { SignedOutPage } from '../../ui/signed-out-page.tsx';
import { ErrorNote, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

const meanings = {
  viewer: 'Viewer: you see everything and change nothing',
  buyer: 'Buyer: you buy, cancel and return things and write to support',
  owner: 'Owner: you may do everything, also invite others',
} as const;

/** An invitation is for one address: a person who is signed in with another is told so, and no more. */
export function InvitePage() {
  const { token } = useParams<{ token: string }>();
  const me = useMe();
  const signInPath = `/sign-in?next=${encodeURIComponent(`/invite/${token}`)}`;
  if (me.isPending) {
    return (
      <SignedOutPage title="You are invited" lead="One moment.">
        <Skeleton lines={3} />
      </SignedOutPage>
    );
  }
  if (!me.data) {
    return (
      <SignedOutPage
        title="You are invited to an account"
        lead="Sign in with the address that the invitation was mailed to."
      >
        <div className="front-choices">
          <ButtonLink kind="primary" to={signInPath} icon="mail">
            Sign in to see it
          </ButtonLink>
          <p className="quiet small">You come back here afterwards. Nothing is accepted before you say so.</p>
        </div>
      </SignedOutPage>
    );
  }
  return <Offer token={token} email={me.data.email} signInPath={signInPath} />;
}

function Offer({ token, email, signInPath }: { token: string; email: string; signInPath: string }) {
  const offer = useData(['invitation', token], (api, options) => api.getInvitation({ token }, options), {
    freshFor: Number.POSITIVE_INFINITY,
  });
  const answer = useChange<boolean>((api, accepted) => api.answerInvitation({ token, body: { accepted } }), {
    // Everything that is known of another account is left behind.
    onDone: () => location.assign('/app'),
  });
  if (isNotFound(offer.error) || isNotFound(answer.error))
    return <NoInvitation email={email} signInPath={signInPath} />;
  return (
    <SignedOutPage
      title="You are invited to an account"
      lead="You keep your own account and can switch between the two."
    >
      {offer.data ? (
        <>
          <Facts
            rows={[
              ['Account', offer.data.account],
              ['Invited by', offer.data.invited_by ?? 'an owner who left'],
              ['Your role', meanings[offer.data.role]],
              ['Good until', formatTime(offer.data.expires_at)],
            ]}
          />
          <div className="front-choices">
            <Button kind="primary" icon="check" isBusy={answer.isPending} onClick={() => answer.mutate(true)}>
              Join as {email}
            </Button>
            <Button kind="quiet" onClick={() => answer.mutate(false)}>
              No, thank you
            </Button>
          </div>
          {answer.error && <ErrorNote error={answer.error} />}
        </>
      ) : offer.error ? (
        <ErrorNote error={offer.error} onRetry={() => void offer.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </SignedOutPage>
  );
}

function NoInvitation({ email, signInPath }: { email: string; signInPath: string }) {
  const signOut = useSignOut();
  const leave = () =>
    signOut(false, signInPath).catch(() =>
      notify('Signing out did not work. Check your connection and try again.', 'bad'),
    );
  return (
    <SignedOutPage title="There is no invitation here" lead={`None that ${email} could accept with this link.`}>
      <ul className="reasons">
        <li>
          <strong>It was sent to another address.</strong> Sign in with the one that the mail came to.
        </li>
        <li>
          <strong>It was used, or taken back.</strong> Each link works once; a newer one replaces it.
        </li>
        <li>
          <strong>It is too old.</strong> An invitation is good for seven days. Ask for another.
        </li>
      </ul>
      <div className="front-choices">
        <Button kind="primary" onClick={leave}>
          Use another address
        </Button>
        <ButtonLink kind="quiet" to="/app">
          To your overview
        </ButtonLink>
      </div>
    </SignedOutPage>
  );
}
