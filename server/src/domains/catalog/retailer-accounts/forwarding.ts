import type { IncomingMail } from '../../../platform/mail-in/index.ts';

const forwardingRequestPattern =
  /forwarding (?:confirmation|request|address verification)|confirm(?:ation of)? (?:your )?(?:mail |email )?forwarding|verify (?:your )?forwarding|weiterleitung\w{0,20} ?bestätig|bestätig\w{0,20} (?:der |ihre[r]? |die )?(?:e-?mail-?)?weiterleitung|conferma (?:di |dell['’]?\s?|l['’]?\s?)?inoltro|inoltro:? conferma/iu;

/** Only links to these hosts are shown to owners, because anyone can write to a forwarding address. */
const providers = [
  'google.com',
  'outlook.com',
  'live.com',
  'microsoft.com',
  'office.com',
  'yahoo.com',
  'icloud.com',
  'zoho.com',
  'gmx.net',
  'web.de',
  'fastmail.com',
  'proton.me',
  'libero.it',
];

const lengthMax = 100_000;

/** The confirmation link of a mail provider, or null. */
export function forwardingConfirmation(mail: Pick<IncomingMail, 'subject' | 'text' | 'html'>): string | null {
  if (
    !forwardingRequestPattern.test(mail.subject.slice(0, 2000)) &&
    !forwardingRequestPattern.test(mail.text.slice(0, 2000))
  )
    return null;
  const whole = `${mail.text.slice(0, lengthMax)}\n${mail.html.slice(0, lengthMax).replaceAll('&amp;', '&')}`;
  const links = whole.match(/https:\/\/[^\s"'<>]+/g) ?? [];
  const known = links.filter(isProviderLink);
  return known.find((link) => /vf-|confirm|verif|accept/i.test(link)) ?? null;
}

/** Provider URLs that redirect anywhere or show user content. */
const redirectorHosts =
  /^(?:sites|docs|drive|forms|script|groups|translate|safelinks)\.|safelinks\.protection\.|^(?:1drv|onedrive)\./i;
const redirectPaths = /^\/(?:url|amp|imgres|interstitial|continue|redirect|r|l)(?:\/|$)/i;

/** Whether the link stays with the provider. */
function isProviderLink(link: string): boolean {
  const url = URL.parse(link);
  if (url?.username !== '' || !isProviderAddress(url.hostname)) return false;
  if (redirectorHosts.test(url.hostname) || redirectPaths.test(url.pathname)) return false;
  return ![...url.searchParams.values()].some((value) => /^(?:https?:)?\/\//i.test(value.trim()));
}

export const isProviderAddress = (host: string): boolean =>
  providers.some((provider) => host === provider || host.endsWith(`.${provider}`));

/** Whether an email was forwarded: addressed to the account, delivered to us. */
export function isForwarded(
  mail: Pick<IncomingMail, 'headers' | 'to'>,
  accountEmail: string,
  forwardingAddress: string,
): boolean {
  if (mail.headers.has('x-forwarded-to') || mail.headers.has('resent-to')) return true;
  return mail.to.includes(accountEmail.toLowerCase()) && !mail.to.includes(forwardingAddress);
}
