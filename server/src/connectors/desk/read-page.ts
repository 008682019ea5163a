import type { Outgoing } from '../../platform/outgoing/index.ts';

const redirectsMax = 4;
const pageBytesMax = 3 * 1024 * 1024;

export type PageAnswer =
  | { kind: 'page'; text: string; url: URL }
  | { kind: 'missing'; message: string }
  | { kind: 'unreachable'; message: string };

/** Fetches a product's page through the guarded client. Every step of a redirect is checked like the first. */
export async function readPage(outgoing: Pick<Outgoing, 'get'>, address: string): Promise<PageAnswer> {
  let url = new URL(address);
  for (let step = 0; step <= redirectsMax; step += 1) {
    const answer = await outgoing.get(url.href, {
      headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Errand (+product details)' },
      bytesMax: pageBytesMax,
    });
    if (answer.kind !== 'answered') return { kind: 'unreachable', message: answer.reason };
    if (answer.status === 404 || answer.status === 410) {
      return { kind: 'missing', message: 'The page no longer exists.' };
    }
    const next =
      answer.status >= 300 && answer.status < 400 && answer.location ? URL.parse(answer.location, url.href) : null;
    if (!next) {
      return answer.status === 200
        ? { kind: 'page', text: answer.text, url }
        : { kind: 'unreachable', message: `The page returned ${answer.status}.` };
    }
    url = next;
  }
  return { kind: 'unreachable', message: 'The page redirected too many times.' };
}
