import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface SentMail {
  to: string[];
  subject: string;
  text: string;
}

/** A mail server on loopback that keeps what it is given. */
export async function startMailServer() {
  const mails: SentMail[] = [];
  const post = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      stream.toArray().then((chunks) => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const [, subject = ''] = /^Subject:\s*(.*)$/im.exec(text) ?? [];
        mails.push({ to, subject: subject.trim(), text });
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
