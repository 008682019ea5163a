import { createHmac, timingSafeEqual } from 'node:crypto';
import { plusMs } from '../../../kit/clock.ts';
import { linkExpired, linkTampered } from './failures.ts';
import { labelLinkMs } from './model.ts';

export interface LinkedLabel {
  id: string;
  /** 32 random bytes per label. */
  link_key: Buffer;
}

/** A link that opens the label for seven days. Created at each fetch and never stored. */
export function labelUrl(publicUrl: string, label: LinkedLabel, now: Date): string {
  const expires = Math.floor(plusMs(now, labelLinkMs).getTime() / 1000);
  return `${publicUrl}/labels/${label.id}.pdf?expires=${expires}&signature=${signatureOf(label, expires)}`;
}

/** Throws unless labelUrl made this link and it has not expired. */
export function checkLabelLink(
  label: LinkedLabel,
  link: { expires?: string | undefined; signature?: string | undefined },
  now: Date,
): void {
  const expires = /^[0-9]{1,12}$/.test(link.expires ?? '') ? Number(link.expires) : null;
  if (expires === null || !isSame(link.signature ?? '', signatureOf(label, expires))) throw linkTampered();
  const expiredAt = new Date(expires * 1000);
  if (now >= expiredAt) throw linkExpired(expiredAt);
}

function signatureOf(label: LinkedLabel, expires: number): string {
  return createHmac('sha256', label.link_key).update(`label ${label.id} ${expires}`).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
