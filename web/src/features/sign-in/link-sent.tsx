import { useEffect, useState } from 'react';
import type { GetSignInHintOutput } from '../../../../sdk/src/index.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { SignedOutPage } from '../../ui/signed-out-page.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { useLink } from './ask-form.tsx';

interface LinkSentProps {
  email: string;
  next: string;
  hint: GetSignInHintOutput | undefined;
  onOther(): void;
}

const recheckMs = 3000;
const sendAgainMs = 30_000;

/** Waits until the link is opened in this browser, then continues. */
export function LinkSent({ email, next, hint, onOther }: LinkSentProps) {
  const me = useMe();
  const [isPatient, setIsPatient] = useState(true);
  const link = useLink(next, () => {
    notify(`We sent another link to ${email}.`);
    setIsPatient(true);
  });
  const { refetch } = me;
  useEffect(() => {
    const timer = setInterval(() => void refetch(), recheckMs);
    return () => clearInterval(timer);
  }, [refetch]);
  useEffect(() => {
    if (!isPatient) return;
    const timer = setTimeout(() => setIsPatient(false), sendAgainMs);
    return () => clearTimeout(timer);
  }, [isPatient]);
  const isKept = hint?.mail === 'kept';
  const mailbox = isKept ? hint.mailbox_url : null;
  return (
    <SignedOutPage
      title={isKept ? 'Your link is ready' : 'Check your email'}
      lead={
        <>
          {isKept ? 'We created a sign-in link for ' : 'We sent a sign-in link to '}
          <strong>{email}</strong>. It works once and expires in 15 minutes. Open it in this browser.
        </>
      }
      foot={isKept ? undefined : "Didn't get it? Check your spam folder and the address above."}
    >
      {isKept && (
        <Note title="Email delivery isn't set up">
          {mailbox
            ? 'The link is in the local mailbox. Open it with the mailbox link that Errand printed at startup.'
            : 'An operator can read the link on the server with "npm run admin -- mail list".'}
        </Note>
      )}
      <div className="front-choices">
        {mailbox && (
          <a className="button button-primary button-normal" href={mailbox}>
            Open the mailbox
          </a>
        )}
        <Button onClick={() => link.mutate(email)} isBusy={link.isPending} disabled={isPatient}>
          Resend link
        </Button>
        <Button kind="quiet" onClick={onOther}>
          Use another email
        </Button>
      </div>
      {link.error && <ErrorNote error={link.error} />}
    </SignedOutPage>
  );
}
