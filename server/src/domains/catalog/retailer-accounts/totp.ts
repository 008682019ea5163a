import { Secret, TOTP, URI } from 'otpauth';
import { secondMs } from '../../../kit/clock.ts';

/** TOTP settings (RFC 6238). */
export interface TotpSettings {
  secret: string;
  algorithm: string;
  digits: number;
  period: number;
}

const algorithms = ['SHA1', 'SHA256', 'SHA512'];
/** Ten bytes. Shorter secrets are typos. */
const secretLengthMin = 16;

/** Parses base32 with spaces, dashes and padding, or an otpauth:// URL. Null: neither. */
export function parseTotp(text: string): TotpSettings | null {
  const trimmed = text.trim();
  return /^otpauth:/i.test(trimmed) ? fromUri(trimmed) : fromBase32(trimmed);
}

function fromBase32(text: string): TotpSettings | null {
  const secret = text
    .replace(/[\s-]/g, '')
    .replace(/(?<!=)=+$/, '')
    .toUpperCase();
  // Invalid base32 lengths.
  const isWhole = ![1, 3, 6].includes(secret.length % 8);
  if (!/^[A-Z2-7]+$/.test(secret) || secret.length < secretLengthMin || !isWhole) return null;
  return { secret, algorithm: 'SHA1', digits: 6, period: 30 };
}

function fromUri(text: string): TotpSettings | null {
  try {
    const url = new URL(text);
    const secret = fromBase32(url.searchParams.get('secret') ?? '')?.secret;
    if (secret === undefined) return null;
    url.searchParams.set('secret', secret);
    const parsed = URI.parse(url.toString());
    if (!(parsed instanceof TOTP)) return null;
    const { algorithm, digits, period } = parsed;
    const isUsable = algorithms.includes(algorithm) && digits >= 6 && digits <= 10 && period >= 10 && period <= 300;
    return isUsable ? { secret, algorithm, digits, period } : null;
  } catch {
    return null;
  }
}

export const stepAt = (settings: TotpSettings, now: Date): number =>
  Math.floor(now.getTime() / secondMs / settings.period);

export const startOfStep = (settings: TotpSettings, step: number): Date => new Date(step * settings.period * secondMs);

export function codeOfStep(settings: TotpSettings, step: number): string {
  const { secret, algorithm, digits, period } = settings;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm, digits, period });
  return totp.generate({ timestamp: startOfStep(settings, step).getTime() });
}
