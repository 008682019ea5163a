import { parentPort } from 'node:worker_threads';
import PostalMime, { type Email } from 'postal-mime';

// A thread of its own for mails: anyone may send them, and the parser takes half a minute for a mail of empty lines.

export interface ReadMail {
  /** The sender's address, or an empty text. */
  from: string;
  /** The addresses that the mail itself names, in lower case; who it was delivered to is told apart. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Names of headers, in lower case, with their values. */
  headers: ReadonlyMap<string, string>;
}

async function read(raw: Uint8Array): Promise<ReadMail | null> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 50 }).catch(() => null);
  return (
    email && {
      from: email.from?.address?.toLowerCase() ?? '',
      to: addressesOf(email.to),
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
      headers: new Map(email.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    }
  );
}

function addressesOf(list: Email['to']): string[] {
  return (list ?? [])
    .flatMap((entry) => [entry, ...(entry.group ?? [])])
    .flatMap(({ address }) => (address ? [address.toLowerCase()] : []));
}

parentPort?.on('message', (raw: Uint8Array) => {
  void read(raw).then((mail) => parentPort?.postMessage(mail));
});
