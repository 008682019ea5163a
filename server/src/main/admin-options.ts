import { findAccountByEmail } from '../domains/access/accounts/index.ts';
import type { OutcomeDecision } from '../domains/orders/placement/index.ts';
import { isUuid } from '../kit/ids.ts';
import { toCents } from '../kit/money.ts';
import type { World } from '../kit/world.ts';
import type { Db } from '../platform/database/index.ts';
import type { AlertOptions } from './admin-alerts.ts';
import { type KeyOptions, UsageError } from './key-options.ts';

export interface Options extends KeyOptions, AlertOptions {
  email?: string;
  world?: string;
  label?: string;
  cents?: string;
  note?: string;
  id?: string;
  outcome?: string;
  'merchant-order'?: string;
  retailer?: string;
  since?: string;
  close?: boolean;
  json?: boolean;
  heads?: string;
  /** The argument after the command. */
  subject?: string;
}

export function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new UsageError('--since must be a date, such as 2026-08-21T10:00Z.');
  return date;
}

export function decisionOf(options: Options): OutcomeDecision {
  if (options.outcome === 'not-bought') return { kind: 'not_bought' };
  const merchantOrder = options['merchant-order'];
  if (options.outcome !== 'bought' || !merchantOrder || !/^\d+$/.test(options.cents ?? '')) {
    throw new UsageError('--outcome must be not-bought, or bought with --cents and --merchant-order.');
  }
  return { kind: 'bought', merchantOrderIds: [merchantOrder], total: toCents(Number(options.cents)) };
}

export function subjectOf({ subject }: Options, what: string): string {
  if (!subject) throw new UsageError(`Add ${what} after the command.`);
  return subject;
}

export function idOf({ id }: Options): string {
  if (!id || !isUuid(id)) throw new UsageError('--id must be a full ID.');
  return id;
}

export async function accountOf(db: Db, options: Options): Promise<string> {
  const accountId = await findAccountByEmail(db, emailOf(options));
  if (accountId === null)
    throw new UsageError('No account has this email address. Check --email, or create a key for that address first.');
  return accountId;
}

export function emailOf({ email }: Options): string {
  if (!email?.includes('@')) throw new UsageError("--email must be the account's email address.");
  return email.toLowerCase();
}

export function worldOf({ world = 'live' }: Options): World {
  if (world !== 'live' && world !== 'test') throw new UsageError('--world must be live or test.');
  return world;
}
