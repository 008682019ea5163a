import {
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  destination as fileDestination,
  type Logger as PinoLogger,
  pino,
} from 'pino';
import { fieldsOf } from '../kit/fields.ts';
import type { LogLevel } from './config.ts';

export type Logger = PinoLogger;

const mask = '[redacted]';

// Compared without case, dashes and underscores.
const secretNames = new Set(
  [
    [
      'authorization',
      'proxyauthorization',
      'cookie',
      'setcookie',
      'apikey',
      'xapikey',
      'token',
      'claimtoken',
      'claimurl',
    ],
    [
      'clienttoken',
      'accesstoken',
      'secret',
      'password',
      'passwd',
      'totp',
      'totpsecret',
      'totp2fakey',
      'verificationcode',
    ],
    [
      'number',
      'cardnumber',
      'securitycode',
      'cvc',
      'cvv',
      'nameoncard',
      'expirationmonth',
      'expirationyear',
      'credential',
    ],
    [
      'retailercredentials',
      'retailerconfig',
      'paymentmethod',
      'paymentreceipt',
      'masterkeys',
      'stripesecretkey',
      'smtpurl',
    ],
    ['databaseurl', 'webhooksignature', 'session', 'sessionid'],
  ].flat(),
);
const personalNames = new Set(
  [
    ['email', 'operatoremails', 'forwardingemail', 'claimedbyemail', 'firstname', 'lastname', 'fullname', 'recipient'],
    ['phone', 'phonenumber', 'address', 'shippingaddress', 'returnaddress', 'addressline1', 'addressline2', 'address1'],
    ['address2', 'street', 'zip', 'zipcode', 'postalcode', 'giftmessage', 'customsidnumber', 'destination'],
    // Bodies contain all of the above. Order ids and claim tokens grant access, and URLs contain them.
    ['body', 'rawbody', 'headers', 'url', 'rawurl', 'ip', 'remoteaddress', 'xforwardedfor'],
  ].flat(),
);

const bareName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** Whether a field of this name holds a secret, which is never shown again, not even to its sender. */
export function isSecretName(name: string): boolean {
  return secretNames.has(bareName(name));
}

// Code logs few names, but names from outside must not fill the memory.
const knownNamesMax = 1000;
const isLoggableByName = new Map<string, boolean>();

function isLoggable(name: string): boolean {
  let loggable = isLoggableByName.get(name);
  if (loggable === undefined) {
    const bare = bareName(name);
    loggable = !secretNames.has(bare) && !personalNames.has(bare);
    if (isLoggableByName.size < knownNamesMax) isLoggableByName.set(name, loggable);
  }
  return loggable;
}

// Last line of defense: these shapes never reach the log, wherever they appear.
const secretShapes: [hint: string, shape: RegExp, replacement: string][] = [
  ['svc_', /svc_(live|test|order)_[A-Za-z0-9]+/g, `svc_$1_${mask}`],
  ['whsec_', /whsec_[A-Za-z0-9+/=_-]+/g, `whsec_${mask}`],
  // Links for sign-in, claims and unlocking carry their secret like this.
  ['token=', /\b(token=)[^\s"'&#\\]+/g, `$1${mask}`],
  ['/claim/', /\/claim\/[^\s"'?#\\]+/g, `/claim/${mask}`],
  ['earer ', /\b(bearer) [A-Za-z0-9._~+/=-]+/gi, `$1 ${mask}`],
  ['asic ', /\b(basic) [A-Za-z0-9+/=]{8,}/gi, `$1 ${mask}`],
  ['://', /(\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/g, `$1:${mask}@`],
];
const personalShapes: typeof secretShapes = [['@', /(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]']];

const maskShapes = (line: string): string => masked(masked(line, secretShapes), personalShapes);

/** For texts that their owner may see again: masks only keys, tokens and passwords in URLs. */
export const maskSecretShapes = (text: string): string => masked(text, secretShapes);

function masked(line: string, shapes: typeof secretShapes): string {
  let text = line;
  for (const [hint, shape, replacement] of shapes) {
    if (text.includes(hint)) text = text.replace(shape, replacement);
  }
  return text;
}

const depthMax = 6;

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (depth >= depthMax || ArrayBuffer.isView(value)) return '[left out]';
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  return redactFields(fieldsOf(value), depth);
}

function redactFields(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    shown[name] = isLoggable(name) || value === undefined ? redact(value, depth + 1) : mask;
  }
  return shown;
}

/** An allow-list: drivers attach rows, parameters and hosts to their errors. */
function describeError(error: Error, depth = 0): Record<string, unknown> {
  const { code } = fieldsOf(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause instanceof Error && depth < depthMax ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

let second = -1;
let secondText = '';

/** ISO 8601 with milliseconds. Every line needs it, so the part up to the second is cached. */
function timestamp(): string {
  const now = Date.now();
  const currentSecond = Math.floor(now / 1000);
  if (currentSecond !== second) {
    second = currentSecond;
    secondText = new Date(currentSecond * 1000).toISOString().slice(0, 19);
  }
  return `,"time":"${secondText}.${String(now % 1000).padStart(3, '0')}Z"`;
}

/** Buffers lines: a system call costs more than a line. None waits longer than the interval. */
function openOutput(): DestinationStream {
  const stream = fileDestination({ dest: 1, sync: true, minLength: 8192, periodicFlush: 100 });
  process.once('exit', () => stream.flushSync());
  return stream;
}

let output: DestinationStream | undefined;

/** Shared by all loggers of a process, so lines stay in order. */
function standardOutput(): DestinationStream {
  output ??= openOutput();
  return output;
}

/** Logs JSON lines without secrets and personal data, to standard output by default. */
export function createLogger(options: { level: LogLevel; destination?: DestinationStream }): Logger {
  const logger = pino(
    {
      level: options.level,
      base: {},
      timestamp,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redactFields(fields, 0) },
      // The formatter above already described it; the standard serializer would do so again, and worse.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: maskShapes },
    },
    options.destination ?? standardOutput(),
  );
  // Pino does not run formatters on the bindings of child loggers, so redact them here.
  const child: (bindings: Bindings, options?: ChildLoggerOptions) => Logger = logger.child;
  function redactingChild(this: unknown, bindings: Bindings, childOptions?: ChildLoggerOptions): Logger {
    return child.call(this, redactFields(bindings, 0), childOptions);
  }
  return Object.assign(logger, { child: redactingChild });
}
