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

/** Waits for the link to be opened: in this browser, then this page goes on by itself. */
export function LinkSent({ email, next, hint, onOther }: LinkSentProps) {
  const me = useMe();
  const [isPatient, setIsPatient] = useState(true);
  const link = useLink(next, () => {
    notify(`Another link is on its way to ${email}.`);
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
      title={isKept ? 'Your link is ready' : 'Check your mail'}
      lead={
        <>
          {isKept ? 'A link was written for ' : 'We sent a link to '}
          <strong>{email}</strong>. It works once, within 15 minutes. Open it in this browser, and this page goes on by
          itself.
        </>
      }
      foot={isKept ? undefined : 'Nothing there? Look in the spam folder, and check the address above.'}
    >
      {isKept && (
        <Note title="Mail is kept on the machine of the service">
          {mailbox
            ? 'This service has no mail server, so the link is in its local mailbox. The mailbox opens with the link that Errand printed when it started.'
            : 'This service has no mail server, so the link stays on its machine. An operator can read it there with "npm run admin -- mail list".'}
        </Note>
      )}
      <div className="front-choices">
        {mailbox && (
          <a className="button button-primary button-normal" href={mailbox}>
            Open the mailbox
          </a>
        )}
        <Button onClick={() => link.mutate(email)} isBusy={link.isPending} disabled={isPatient}>
          Send another link
        </Button>
        <Button kind="quiet" onClick={onOther}>
          Use another address
        </Button>
      </div>
      {link.error && <ErrorNote error={link.error} />}
    </SignedOutPage>
  );
}
