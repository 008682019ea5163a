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
  viewer: 'Viewer: can view everything',
  buyer: 'Buyer: can place, cancel and return orders and contact support',
  owner: 'Owner: full access, including inviting people',
} as const;

/** An invitation is for one email address. Others only learn that it is not theirs. */
export function InvitePage() {
  const { token } = useParams<{ token: string }>();
  const me = useMe();
  const signInPath = `/sign-in?next=${encodeURIComponent(`/invite/${token}`)}`;
  if (me.isPending) {
    return (
      <SignedOutPage title="You're invited" lead="Loading…">
        <Skeleton lines={3} />
      </SignedOutPage>
    );
  }
  if (!me.data) {
    return (
      <SignedOutPage
        title="You're invited to an account"
        lead="Sign in with the email address that received the invitation."
      >
        <div className="front-choices">
          <ButtonLink kind="primary" to={signInPath} icon="mail">
            Sign in to view the invitation
          </ButtonLink>
          <p className="quiet small">You'll come back to this page. You won't join the account until you confirm.</p>
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
    // Clear the data of the other account.
    onDone: () => location.assign('/app'),
  });
  if (isNotFound(offer.error) || isNotFound(answer.error))
    return <NoInvitation email={email} signInPath={signInPath} />;
  return (
    <SignedOutPage
      title="You're invited to an account"
      lead="You keep your own account and can switch between the two."
    >
      {offer.data ? (
        <>
          <Facts
            rows={[
              ['Account', offer.data.account],
              ['Invited by', offer.data.invited_by ?? 'a former owner'],
              ['Your role', meanings[offer.data.role]],
              ['Expires', formatTime(offer.data.expires_at)],
            ]}
          />
          <div className="front-choices">
            <Button kind="primary" icon="check" isBusy={answer.isPending} onClick={() => answer.mutate(true)}>
              Join as {email}
            </Button>
            <Button kind="quiet" onClick={() => answer.mutate(false)}>
              Decline
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
    signOut(false, signInPath).catch(() => notify("Couldn't sign out. Check your connection and try again.", 'bad'));
  return (
    <SignedOutPage
      title="Invitation not found"
      lead={`This link isn't a valid invitation for ${email}. Possible reasons:`}
    >
      <ul className="reasons">
        <li>
          <strong>It was sent to another email address.</strong> Sign in with that address.
        </li>
        <li>
          <strong>It was used, revoked or replaced.</strong> Each link works once.
        </li>
        <li>
          <strong>It expired.</strong> Invitations are valid for seven days. Ask for a new one.
        </li>
      </ul>
      <div className="front-choices">
        <Button kind="primary" onClick={leave}>
          Use another email
        </Button>
        <ButtonLink kind="quiet" to="/app">
          Go to overview
        </ButtonLink>
      </div>
    </SignedOutPage>
  );
}
