import type { GetManagedAccountOutput } from '../../../../sdk/src/index.ts';
import type { Label } from '../../lib/labels.ts';

export type RetailerAccount = GetManagedAccountOutput;

const minuteMs = 60_000;

/** When its cooldown ends; null if it has none. */
export function cooldownEndOf(account: RetailerAccount, now: number): string | null {
  const { cooldown_minutes: minutes, last_used_at: usedAt } = account;
  if (!minutes || usedAt === null) return null;
  const end = new Date(usedAt).getTime() + minutes * minuteMs;
  return end > now ? new Date(end).toISOString() : null;
}

export function accountStatusOf(account: RetailerAccount, now: number): Label {
  if (account.locked_by_job_id !== null) return { label: 'In use', tone: 'busy' };
  if (account.pause_reason !== null) return { label: 'Action required', tone: 'bad' };
  if (account.is_paused) return { label: 'Paused', tone: 'warn' };
  if (cooldownEndOf(account, now)) return { label: 'Cooling down', tone: 'neutral' };
  return { label: 'Ready', tone: 'good' };
}

const pauseAdvice: Record<string, string> = {
  login_failed: 'Update the password, then check the login.',
  account_locked: "Unlock the account on the store's site, then check the login.",
};

/** Why an account is paused and what to do. The service sends "code: message". */
export function pauseText(reason: string): string {
  const [, code = '', message = reason] = /^([a-z_]+): (.*)$/s.exec(reason) ?? [];
  return `${message} ${pauseAdvice[code] ?? ''}`.trim();
}

const eventLabels: Record<string, string> = {
  'mail.code_received': 'Code received by email',
  'mail.forwarding_requested': 'Forwarding confirmation requested',
  'mail.forwarding_verified': 'Forwarding works',
  'mail.received': 'Email received',
  'code.used': 'Code used',
  'login.succeeded': 'Logged in',
  'login.failed': 'Login failed',
  'account.locked': 'The store locked the account',
  'account.verification_required': 'A requested code never arrived',
  'account.paused': 'Paused',
  'account.resumed': 'Resumed',
  'account.linked': 'Linked',
  'account.unlinked': 'Unlinked',
};

export const eventLabelOf = (type: string): string => eventLabels[type] ?? type;
