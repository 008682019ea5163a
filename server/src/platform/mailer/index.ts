/** Outgoing mail: by SMTP, or stored in the data folder if no SMTP server is configured. */

export { composeMail, type MailContent } from './compose-mail.ts';
export { createMailer, type Mail, MailError, type Mailer } from './mailer.ts';
export type { StoredMail } from './stored-mail.ts';
