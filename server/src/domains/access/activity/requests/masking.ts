import { fieldsOf, listOf } from '../../../../kit/fields.ts';
import { cutText } from '../../../../kit/storable-text.ts';
import { isSecretName, maskSecretShapes } from '../../../../platform/logger.ts';

/** How much of a body is stored. */
export const bodyCharsMax = 4096;
/** Larger responses are not parsed, to save time. Errors are smaller. */
export const responseCharsMax = 16 * 1024;

export const bodyStates = ['none', 'whole', 'masked', 'cut', 'too_large'] as const;
export type BodyState = (typeof bodyStates)[number];

export interface LoggedBody {
  text: string | null;
  state: BodyState;
}

const mask = '[redacted]';
/** In responses, `code` names an error. In requests it is a one-time code, as is the answer to an action. */
const secretNames = {
  request: new Set(['answer', 'code', 'credentials', 'devicecode', 'idtoken']),
  response: new Set(['devicecode', 'idtoken', 'webhooksecret', 'clientsecret', 'refreshtoken']),
};

const isSecret = (name: string, of: keyof typeof secretNames): boolean =>
  isSecretName(name) || secretNames[of].has(name.toLowerCase().replace(/[-_]/g, ''));

/** JSON with secrets masked and long texts cut. Other text is not stored. */
export function maskJson(json: string, of: keyof typeof secretNames): LoggedBody {
  const body = parse(json);
  if (body === undefined) return { text: null, state: 'none' };
  let isMasked = false;
  const whole = JSON.stringify(body, (name, value: unknown) => {
    if (name === '' || value === null || !isSecret(name, of)) return value;
    isMasked = true;
    return mask;
  });
  const text = maskSecretShapes(whole);
  if (text.length > bodyCharsMax) return { text: cutText(text, bodyCharsMax), state: 'cut' };
  return { text, state: isMasked || text !== whole ? 'masked' : 'whole' };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The query without secrets; null if there is none. */
export const maskQuery = (url: string): string | null => {
  const at = url.indexOf('?');
  return at < 0 ? null : maskSecretShapes(url.slice(at + 1, at + 1 + 1000));
};

/** Headers that change what a request does, or say which program sent it. */
const headersKept = ['content-type', 'errand-test-fault', 'idempotency-key', 'prefer', 'user-agent'];

export const maskHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    headersKept.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, cutText(maskSecretShapes(String(headers[name])), 255)]],
    ),
  );

export interface LoggedError {
  code: string | null;
  message: string | null;
}

/** The error of a response, in the shape of either API. All problems of a 422 are in the message. */
export function errorIn(payload: string | null): LoggedError {
  const body = fieldsOf(payload === null ? undefined : parse(payload));
  if (Array.isArray(body.detail)) {
    const problems = body.detail.map(fieldsOf).map(({ loc, msg }) => `${listOf(loc).join('.')}: ${String(msg)}`);
    return { code: 'invalid_request', message: textOf(problems.join('; ')) };
  }
  const { code, message } = fieldsOf(body.error ?? body);
  return { code: textOf(code), message: textOf(message) };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? maskSecretShapes(cutText(value, 2000)) : null;

/** Requests per second that are all stored; beyond that, one in this many. Errors have their own budget. */
export const fullSampleMax = 100;
export const sampleInterval = 20;

/** Samples requests, so that a busy second costs no more than a quiet one. */
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
