import { minuteMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Mailer } from '../../platform/mailer/index.ts';
import { createLinkProof } from './browser-secret.ts';
import { linkLifeMs } from './model.ts';

/** Where a link leads, and the secret of the browser that asked for it. */
export interface LinkContext {
  nextPath: string;
  browser: string;
}

interface Needs {
  mailer: Mailer;
  /** Links lead here, whatever name the request called us by. */
  publicUrl: string;
}

/** The mail goes out while the person waits for it and is never queued: a queued one would hold the token. */
export async function mailLink(needs: Needs, email: string, token: string, way: LinkContext): Promise<void> {
  const link = `${needs.publicUrl}/auth/magic-link/verify?token=${token}&by=${createLinkProof(way.browser, token)}`;
  await needs.mailer.send({
    to: email,
    subject: 'Sign in to Errand',
    text: `Open this link to sign in to Errand:

${link}&callbackURL=${encodeURIComponent(way.nextPath)}

It works once, within ${linkLifeMs / minuteMs} minutes. If you did not ask for it, ignore this mail: nobody gets in without it.
`,
    messageId: `sign-in-${newId()}`,
  });
}
