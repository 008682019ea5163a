import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface SentMail {
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
}

/** A mail server on loopback that stores parsed mail. */
export async function startMailServer() {
  const mails: SentMail[] = [];
  const post = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      stream
        .toArray()
        .then((chunks) => PostalMime.parse(Buffer.concat(chunks)))
        .then(({ subject = '', text = '', html = '', messageId = '', headers }) => {
          const byName = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
          mails.push({ to, subject, text, html, messageId, headers: byName });
          callback();
        }, callback);
    },
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  const { port } = post.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise<void>((resolve) => post.close(() => resolve())),
  };
}
