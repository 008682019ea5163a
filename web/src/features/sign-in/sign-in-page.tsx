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
          ? 'Enter your e-mail address and we send you a link. It brings you back to the sandbox that you are claiming.'
          : 'Enter your e-mail address and we send you a link. There is no password to remember.'
      }
      foot="New here? The first sign-in makes your account, with play money for the sandbox."
    >
      {new URLSearchParams(search).has('error') && (
        <Note tone="warn" title="That link does not work any more">
          A link works once, within 15 minutes of asking for it. Ask for a new one.
        </Note>
      )}
      <SessionEnded />
      <AskForm next={next} onSent={setSentTo} />
      {hint.data?.mail === 'kept' && (
        <Note>
          This service has no mail server.{' '}
          {hint.data.mailbox_url ? (
            <>
              The link appears in its <a href={hint.data.mailbox_url}>local mailbox</a>.
            </>
          ) : (
            'An operator can read the link on its machine.'
          )}
        </Note>
      )}
    </SignedOutPage>
  );
}

/** A person who is signed out is told so, and what was typed is not lost. */
function SessionEnded() {
  if (hasDrafts()) {
    return (
      <Note title={wasSignedIn() ? 'Your session ended' : 'Something is not finished yet'}>
        What you were writing is kept in this browser for a day. It is there again when you sign in.
      </Note>
    );
  }
  return wasSignedIn() ? <Note title="Your session ended">Sign in again to go on where you were.</Note> : null;
}
