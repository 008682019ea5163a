import { useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useData } from '../../lib/data.ts';
import { hasDrafts } from '../../lib/drafts.ts';
import { useMe, wasSignedIn } from '../../lib/session.ts';
import { SignedOutPage } from '../../ui/signed-out-page.tsx';
import { Note } from '../../ui/states.tsx';
import { AskForm } from './ask-form.tsx';
import { LinkSent } from './link-sent.tsx';
import { nextPathOf } from './next-path.ts';

export function SignInPage() {
  const search = useSearch();
  const next = nextPathOf(search);
  const me = useMe();
  const hint = useData(['sign-in-hint'], (api, options) => api.getSignInHint({}, options), {
    freshFor: Number.POSITIVE_INFINITY,
  });
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (me.data) return <Redirect to={next} replace />;
  if (sentTo !== null) {
    return <LinkSent email={sentTo} next={next} hint={hint.data} onOther={() => setSentTo(null)} />;
  }
  const isClaim = next.startsWith('/claim/');
  return (
    <SignedOutPage
      title="Sign in"
      lead={
        isClaim
          ? "We'll email you a sign-in link that takes you back to the sandbox you're claiming."
          : "We'll email you a sign-in link. No password needed."
      }
      // Once the note above it is known, so that it does not move.
      foot={!hint.isPending && 'New here? Signing in creates your account, with test money for the sandbox.'}
    >
      {new URLSearchParams(search).has('error') && (
        <Note tone="warn" title="This link has expired">
          A sign-in link works once and expires after 15 minutes. Request a new one.
        </Note>
      )}
      <SessionEnded />
      <AskForm next={next} onSent={setSentTo} />
      {hint.data?.mail === 'kept' && (
        <Note>
          Email delivery isn't set up.{' '}
          {hint.data.mailbox_url ? (
            <>
              The link appears in the <a href={hint.data.mailbox_url}>local mailbox</a>.
            </>
          ) : (
            'An operator can read the link on the server.'
          )}
        </Note>
      )}
    </SignedOutPage>
  );
}

/** Tells people that their session ended and that their draft is kept. */
function SessionEnded() {
  if (hasDrafts()) {
    return (
      <Note title={wasSignedIn() ? 'Your session ended' : 'You have unsaved work'}>
        Your draft is saved in this browser for a day. Sign in to continue.
      </Note>
    );
  }
  return wasSignedIn() ? <Note title="Your session ended">Sign in again to continue.</Note> : null;
}
