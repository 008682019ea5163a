/** Mail that goes out: by SMTP, or kept in the data folder where no SMTP server is configured. */

export { composeMail, type MailContent } from './compose-mail.ts';
export { createMailer, type Mail, MailError, type Mailer } from './mailer.ts';
export type { StoredMail } from './stored-mail.ts';
