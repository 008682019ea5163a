import { Resolver } from 'node:dns/promises';
import { secondMs } from '../../kit/clock.ts';

/**
 * Whether a mail is from the domain it names. `proven`: the domain signed it, or allows the server that sent it.
 * `unproven`: the domain has a policy, and this mail fails it. `unsaid`: the domain has no policy. `unknown`: the DNS
 * did not respond, or was not asked.
 */
export interface SenderProof {
  verdict: 'proven' | 'unproven' | 'unsaid' | 'unknown';
  /** The results in RFC 8601 terms; null if not checked. */
  spf: string | null;
  dkim: string | null;
}

/** Queries the DNS, like `resolve` of node:dns. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

/** What the SMTP connection knew about the mail. */
export interface Delivery {
  address: string;
  helo: string;
  envelopeFrom: string;
}

const notChecked: SenderProof = { verdict: 'unknown', spf: null, dkim: null };
/** A mail may name any number of domains, and each costs queries. */
const questionsMax = 60;
const checkMsMax = 8 * secondMs;

/** Uses these servers, or the system's if the list is empty. */
export function systemResolve(servers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2 * secondMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  // Node's types have one overload per record type; only texts and addresses are queried here.
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][];
}

/** Null: no DNS checks. Nothing that the mail itself names can turn "unproven" into "unknown". */
export async function proveSender(
  ask: Resolve | null,
  raw: Buffer,
  from: string,
  delivery: Delivery,
): Promise<SenderProof> {
  const domain = from.split('@')[1]?.toLowerCase() ?? '';
  if (ask === null) return notChecked;
  if (domain === '') return { ...notChecked, verdict: 'unproven' };
  const resolve = cacheQueries(ask);
  const isProtected = await hasSenderPolicy(resolve, domain).catch(() => null);
  if (isProtected === null) return notChecked;
  const checked = await within(checkMsMax, check(resolve, raw, domain, delivery)).catch(() => null);
  if (checked?.verdict === 'proven' || isProtected) return checked ?? { ...notChecked, verdict: 'unproven' };
  return { ...(checked ?? notChecked), verdict: 'unsaid' };
}

/** Sends each query once, up to a limit. */
function cacheQueries(ask: Resolve): Resolve {
  const asked = new Map<string, ReturnType<Resolve>>();
  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`;
    const answer = asked.get(key) ?? (asked.size < questionsMax ? ask(name, type) : tooMany());
    if (asked.size < questionsMax) asked.set(key, answer);
    return answer;
  };
}

const tooMany = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('The email needs too many DNS lookups.'), { code: 'ETIMEOUT' }));

const isRecordMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

async function textsOf(resolve: Resolve, name: string): Promise<string[]> {
  const answers = await resolve(name, 'TXT').catch((error: unknown) => {
    if (isRecordMissing(error)) return [];
    throw error;
  });
  return answers.map((answer) => (typeof answer === 'string' ? answer : answer.join('')));
}

/** Whether the domain publishes allowed senders (SPF), or it or a parent domain publishes a DMARC policy. */
async function hasSenderPolicy(resolve: Resolve, domain: string): Promise<boolean> {
  const labels = domain.split('.');
  const above = labels.slice(0, -1).map((_label, index) => `_dmarc.${labels.slice(index).join('.')}`);
  const [own, ...policies] = await Promise.all([domain, ...above.slice(-5)].map((name) => textsOf(resolve, name)));
  return own?.some((text) => /^v=spf1\b/i.test(text)) || policies.flat().some((text) => /^v=DMARC1\b/i.test(text));
}

async function check(
  resolve: Resolve,
  raw: Buffer,
  domain: string,
  { address, helo, envelopeFrom }: Delivery,
): Promise<SenderProof> {
  const { authenticate } = await import('mailauth');
  const options = { ip: address, helo, sender: envelopeFrom, resolver: resolve, disableArc: true, disableBimi: true };
  const { dkim, spf, dmarc } = await authenticate(raw, options);
  const passed = dkim.results.filter(({ status }) => status.result === 'pass');
  // A signature over a part of the body does not cover the rest.
  const isSigned = passed.some(({ status }) => Boolean(status.aligned) && status.underSized === undefined);
  const sentBy = spf && spf.status.result === 'pass' ? spf.domain : null;
  const isAllowed = sentBy !== null && (isWithin(sentBy, domain) || (dmarc && dmarc.alignment?.spf.result === sentBy));
  // With two senders, the one that is displayed may not be the one that is proven.
  const [author, ...others] = dkim.headerFrom;
  const isOne = dkim.fromFields === 1 && others.length === 0 && author?.toLowerCase().endsWith(`@${domain}`);
  return {
    verdict: isOne && (isSigned || isAllowed) ? 'proven' : 'unproven',
    spf: spf ? spf.status.result : 'none',
    dkim: passed.length > 0 ? 'pass' : (dkim.results[0]?.status.result ?? 'none'),
  };
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('DNS lookup timed out.')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
