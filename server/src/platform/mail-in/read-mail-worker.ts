import { parentPort } from 'node:worker_threads';
import PostalMime, { type Email } from 'postal-mime';
import { lowerThreadPriority } from '../thread-priority.ts';

// Runs on its own thread: anyone may send mail, and the parser takes half a minute for a mail of empty lines.

export interface ReadMail {
  /** The sender's address, or empty. */
  from: string;
  /** The addresses in the mail's headers, in lower case. The envelope's recipient is separate. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** By lower-case name. */
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

lowerThreadPriority();
parentPort?.on('message', (raw: Uint8Array) => {
  void read(raw).then((mail) => parentPort?.postMessage(mail));
});
