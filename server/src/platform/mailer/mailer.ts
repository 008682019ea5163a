import { type Clock, secondMs } from '../../kit/clock.ts';
import { fieldsOf, messageOf } from '../../kit/fields.ts';
import type { Logger } from '../logger.ts';
import { mailFolder, type StoredMail } from './stored-mail.ts';

export interface Mail {
  /** One address, without a display name. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /**
   * Identifies the mail, such as `sign-in-<uuid>`: letters, digits, dots and dashes. It becomes the Message-ID, so a
   * mail that is resent after a crash is recognized as the same one.
   */
  messageId: string;
  /** One-click unsubscribe (RFC 8058): a POST unsubscribes, and a GET shows a page. */
  unsubscribeUrl?: string;
}

/** A permanent failure must not be retried. */
export class MailError extends Error {
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailError';
    this.isPermanent = isPermanent;
  }
}

export interface Mailer {
  /** Resolves when the mail server or the data folder has accepted the mail. Throws a MailError. */
  send(mail: Mail): Promise<void>;
  /** Why mail cannot be sent right now; null if no problem is known. Cheap to call often. */
  trouble(): Promise<string | null>;
  /** Newest first. */
  listStored(limit: number): Promise<StoredMail[]>;
  readStored(id: string): Promise<StoredMail | null>;
}

interface Needs {
  /** Null: mail is stored in the data folder. */
  smtpUrl: string | null;
  /** `Name <address>` or a plain address. */
  mailFrom: string;
  dataDir: string;
  clock: Clock;
  logger: Logger;
}

const messageIdPattern = /^[A-Za-z0-9][A-Za-z0-9.-]{0,127}$/;
// Excludes everything a mail program could read as a second recipient, a comment or the end of the header.
const addressPattern = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u;
const addressLengthMax = 254;

export function createMailer(needs: Needs): Mailer {
  const folder = mailFolder(needs.dataDir);
  const post = needs.smtpUrl === null ? null : openMailTransport(needs.smtpUrl);
  const deliver = post === null ? createFolderDelivery(needs, folder.keep) : createSmtpDelivery(needs, post.transport);
  let lastFailure: string | null = null;
  return {
    async send(mail) {
      refuseUnsafe(mail);
      try {
        await deliver(mail);
        lastFailure = null;
      } catch (error) {
        // A rejected recipient says nothing about the server.
        if (!(error instanceof MailError && error.isPermanent)) lastFailure = messageOf(error);
        throw error;
      }
    },
    trouble: async () => lastFailure ?? (await post?.trouble()) ?? null,
    listStored: folder.list,
    readStored: async (id) => (messageIdPattern.test(id) ? folder.read(id) : null),
  };
}

/** A line break in a header would let outside text add headers, or another mail. */
function refuseUnsafe(mail: Mail): void {
  if (mail.to.length > addressLengthMax || !addressPattern.test(mail.to)) {
    throw new MailError('The recipient is not a single email address.', true);
  }
  if (/\p{Cc}/u.test(mail.subject))
    throw new MailError('The subject contains a line break or control character.', true);
  if (mail.unsubscribeUrl !== undefined && /[\s<>\p{Cc}]/u.test(mail.unsubscribeUrl)) {
    throw new MailError('The unsubscribe URL is not valid.', true);
  }
  if (!messageIdPattern.test(mail.messageId)) {
    throw new MailError('The message ID must be 1 to 128 letters, digits, dots and dashes.', true);
  }
}

type Deliver = (mail: Mail) => Promise<void>;

function createFolderDelivery(needs: Needs, keep: (mail: StoredMail) => Promise<void>): Deliver {
  needs.logger.info('SMTP_URL is not set: emails are stored in the data folder and not sent');
  return async ({ messageId, to, subject, text, html = null }) => {
    await keep({
      id: messageId,
      from: needs.mailFrom,
      to,
      subject,
      text,
      html,
      sentAt: needs.clock.now().toISOString(),
    });
    needs.logger.info({ mailId: messageId }, 'email stored');
  };
}

/** The SMTP client is loaded with the first mail. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 30 * secondMs,
    dnsTimeout: 10 * secondMs,
    // A mail contains only the given text: no files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface MailTransport {
  transport(): ReturnType<typeof openTransport>;
  trouble(): Promise<string | null>;
}

const checkServerMs = 5 * secondMs;

/** The connection to the mail server. It is checked every few seconds at most, and no request waits for the check. */
function openMailTransport(smtpUrl: string): MailTransport {
  let opening: ReturnType<typeof openTransport> | undefined;
  let trouble: string | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  const transport = () => {
    opening ??= openTransport(smtpUrl);
    return opening;
  };
  const checkServer = async () => {
    try {
      await (await transport()).verify();
      trouble = null;
    } catch {
      trouble = 'The mail server in SMTP_URL cannot be reached, or rejects the login.';
    }
  };
  return {
    transport,
    async trouble() {
      if (performance.now() - askedMs < checkServerMs) return trouble;
      const isFirst = askedMs === Number.NEGATIVE_INFINITY;
      askedMs = performance.now();
      const asking = checkServer();
      if (isFirst) await asking;
      return trouble;
    },
  };
}

function createSmtpDelivery({ mailFrom, clock }: Needs, transportOf: MailTransport['transport']): Deliver {
  const domain = /@([^@\s<>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
  return async ({ to, subject, text, html, messageId, unsubscribeUrl }) => {
    try {
      const transport = await transportOf();
      await transport.sendMail({
        from: mailFrom,
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        messageId: `<${messageId}@${domain}>`,
        date: clock.now(),
        xMailer: false,
        // Prevents automatic replies.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl === undefined
            ? {}
            : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      });
    } catch (error) {
      const isPermanent = isRefusal(error);
      const what = isPermanent ? 'permanently rejected the email' : 'did not accept the email';
      throw new MailError(`The mail server in SMTP_URL ${what}.`, isPermanent, error);
    }
  };
}

/**
 * Whether the recipient or the content was refused. If the login or sender was refused, the mail can go out once we fix
 * that.
 */
function isRefusal(error: unknown): boolean {
  const { permanent, command } = fieldsOf(error);
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}
