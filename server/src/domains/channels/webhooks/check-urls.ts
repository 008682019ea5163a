import type { Outgoing } from '../../../platform/outgoing/index.ts';
import { urlLengthMax, urlsMax } from './model.ts';

export interface RefusedUrl {
  url: string;
  reason: string;
}

const isOwnMachine = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');

/** URLs that must not be called, with the reason. Checked again when connecting. */
export async function checkWebhookUrls(outgoing: Pick<Outgoing, 'checkUrl'>, urls: string[]): Promise<RefusedUrl[]> {
  const checked = await Promise.all(
    urls.map(async (url, index) => ({ url, reason: await refusalReasonOf(outgoing, url, index) })),
  );
  return checked.filter((entry): entry is RefusedUrl => entry.reason !== null);
}

async function refusalReasonOf(outgoing: Pick<Outgoing, 'checkUrl'>, url: string, index: number) {
  if (index >= urlsMax) return `An event can be sent to at most ${urlsMax} URLs.`;
  if (url.length > urlLengthMax) return `A URL can have at most ${urlLengthMax} characters.`;
  const check = await outgoing.checkUrl(url);
  if (check.ok) return null;
  return isOwnMachine(url) ? `${check.reason} To receive events on your machine, run errand listen.` : check.reason;
}
