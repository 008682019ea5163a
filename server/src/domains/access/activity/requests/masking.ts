import { fieldsOf, listOf } from '../../../../kit/fields.ts';
import { isSecretName, maskSecretShapes } from '../../../../platform/logger.ts';

/** What is kept of a body. */
export const bodyCharsMax = 4096;
/** A larger body is not looked into: that would take longer than the request did. */
export const bodyBytesMax = 64 * 1024;

export const bodyStates = ['none', 'whole', 'masked', 'cut', 'too_large'] as const;
export type BodyState = (typeof bodyStates)[number];

export interface LoggedBody {
  text: string | null;
  state: BodyState;
}

const mask = '[redacted]';
/** Answers to questions are codes that a store sent, and a store's credentials are called just that. */
const otherSecretNames = new Set(['answer', 'code', 'credentials', 'devicecode', 'idtoken']);

const isSecret = (name: string): boolean =>
  isSecretName(name) || otherSecretNames.has(name.toLowerCase().replace(/[-_]/g, ''));

/** A body as its owner may see it again: secrets are masked, and a long one is cut. */
export function maskBody(body: unknown, bytes: number): LoggedBody {
  if (body === undefined || body === null) return { text: null, state: 'none' };
  if (bytes > bodyBytesMax) return { text: null, state: 'too_large' };
  if (ArrayBuffer.isView(body)) return { text: null, state: 'too_large' };
  let isMasked = false;
  const whole = JSON.stringify(body, (name, value: unknown) => {
    if (name === '' || value === null || value === undefined || !isSecret(name)) return value;
    isMasked = true;
    return mask;
  });
  if (whole === undefined) return { text: null, state: 'none' };
  const text = maskSecretShapes(whole);
  if (text.length > bodyCharsMax) return { text: text.slice(0, bodyCharsMax), state: 'cut' };
  return { text, state: isMasked || text !== whole ? 'masked' : 'whole' };
}

/** The query without secrets; null when there is none. */
export const maskQuery = (url: string): string | null => {
  const at = url.indexOf('?');
  return at < 0 ? null : maskSecretShapes(url.slice(at + 1, at + 1 + 1000));
};

export interface LoggedError {
  code: string | null;
  message: string | null;
}

/** What an error said, in the shape of either API. */
export function errorIn(payload: string | null): LoggedError {
  const none = { code: null, message: null };
  if (payload === null) return none;
  try {
    const body = fieldsOf(JSON.parse(payload));
    if (Array.isArray(body.detail)) {
      const { loc, msg } = fieldsOf(body.detail[0]);
      return { code: 'invalid_request', message: loc ? textOf(`${listOf(loc).join('.')}: ${String(msg)}`) : null };
    }
    const { code, message } = fieldsOf(body.error ?? body);
    return { code: textOf(code), message: textOf(message) };
  } catch {
    return none;
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? maskSecretShapes(value.slice(0, 500)) : null;

/** How many requests of a second are all kept; of those beyond, one in this many. Refusals have a budget of their own. */
export const fullSampleMax = 100;
export const sampleInterval = 20;

/** Decides which requests are kept, so that a busy second costs no more than a quiet one. */
export function createSampler(now: () => number) {
  let second = -1;
  const seen = { good: 0, bad: 0 };
  return (isRefusal: boolean): number => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      seen.good = 0;
      seen.bad = 0;
    }
    const kind = isRefusal ? 'bad' : 'good';
    seen[kind] += 1;
    if (seen[kind] <= fullSampleMax) return 1;
    return (seen[kind] - fullSampleMax) % sampleInterval === 0 ? sampleInterval : 0;
  };
}
