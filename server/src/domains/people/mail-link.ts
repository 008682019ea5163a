import { minuteMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { composeMail, type Mailer } from '../../platform/mailer/index.ts';
import { createLinkProof } from './browser-secret.ts';
import { linkLifeMs } from './model.ts';

/** Where a link leads, and the secret of the browser that requested it. */
export interface LinkContext {
  nextPath: string;
  browser: string;
}

interface Needs {
  mailer: Mailer;
  /** Links use this URL, regardless of the request's Host header. */
  publicUrl: string;
}

/** Sends the mail while the person waits. It is never queued: a queued mail would store the token. */
export async function mailLink(needs: Needs, email: string, token: string, way: LinkContext): Promise<void> {
  const link = `${needs.publicUrl}/auth/magic-link/verify?token=${token}&by=${createLinkProof(way.browser, token)}`;
  await needs.mailer.send({
    to: email,
    ...composeMail({
      subject: 'Sign in to Errand',
      intro: [`Use this link to sign in as ${email}.`],
      button: { label: 'Sign in', url: `${link}&callbackURL=${encodeURIComponent(way.nextPath)}` },
      notes: [
        `The link works once and expires in ${linkLifeMs / minuteMs} minutes. If you didn't request it, you can ignore this email.`,
      ],
    }),
    messageId: `sign-in-${newId()}`,
  });
}
