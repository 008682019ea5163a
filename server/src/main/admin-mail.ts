import { systemClock } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createMailer } from '../platform/mailer/index.ts';
import { hasLocalMailbox, localLinks } from './dev-mail.ts';

const shownMax = 5;

/** The newest stored mail, for operators without a browser on that machine. */
export async function listMailText(config: Config): Promise<string> {
  if (config.smtpUrl !== null) return 'SMTP_URL is set, so email is sent and not stored here.';
  const mailer = createMailer({ ...config, clock: systemClock, logger: createLogger({ level: 'silent' }) });
  const mails = await mailer.listStored(shownMax);
  const shown = mails.map(({ to, subject, sentAt, text }) => `${sentAt}  ${to}  ${subject}\n\n${text.trim()}\n`);
  const mailbox = hasLocalMailbox(config) ? [`Local mailbox: ${localLinks(config).mailbox}\n`] : [];
  return [...mailbox, ...(shown.length > 0 ? shown : ['No email yet.'])].join('\n');
}
