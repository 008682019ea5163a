/** Mail that goes out: by SMTP, or kept in the data folder where no SMTP server is configured. */
export type { KeptMail } from './kept-mail.ts';
export { createMailer, type Mail, MailError, type Mailer } from './mailer.ts';
