import { changeRule, listRules, type RuleChanges } from '../domains/operations/monitoring/index.ts';
import { commandLine, recordAction } from '../domains/operations/operator/index.ts';
import { systemClock } from '../kit/clock.ts';
import type { Database, Executor } from '../platform/database/index.ts';
import { UsageError } from './key-options.ts';

export interface AlertOptions {
  id?: string;
  threshold?: string;
  'clears-at'?: string;
  for?: string;
  switch?: string;
}

export async function listAlertsText(executor: Executor): Promise<string> {
  const rules = await listRules(executor);
  return rules
    .map(
      (rule) =>
        `${rule.id}  ${rule.is_enabled ? 'on' : 'off'}  ${rule.reading} ${rule.fires_when} ${rule.threshold} for ${rule.for_seconds} s, resolves at ${rule.clears_at}  ${rule.title}`,
    )
    .join('\n');
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`--${name} must be a number.`);
  return value;
}

function changesOf(options: AlertOptions): RuleChanges {
  const { threshold, for: seconds, switch: state } = options;
  const clears = options['clears-at'];
  if (state !== undefined && state !== 'on' && state !== 'off') throw new UsageError('--switch must be on or off.');
  const wait = seconds === undefined ? undefined : numberOf('for', seconds);
  if (wait !== undefined && !(Number.isInteger(wait) && wait >= 0 && wait <= 86_400)) {
    throw new UsageError('--for must be a whole number of seconds, at most a day.');
  }
  return {
    ...(threshold === undefined ? {} : { threshold: numberOf('threshold', threshold) }),
    ...(clears === undefined ? {} : { clears_at: numberOf('clears-at', clears) }),
    ...(wait === undefined ? {} : { for_seconds: wait }),
    ...(state === undefined ? {} : { is_enabled: state === 'on' }),
  };
}

/** Uses the console's function; the audit log names the command line. */
export async function setAlertText(database: Database, options: AlertOptions): Promise<string> {
  if (!options.id) throw new UsageError('--id must be the name of a rule, as shown by "alerts list".');
  const needs = {
    database,
    clock: systemClock,
    record: (
      tx: Parameters<typeof recordAction>[0]['tx'],
      { subjectId, ...action }: { subjectId: string; operator: string; name: string },
    ) => recordAction({ tx, clock: systemClock }, { ...action, subject: { type: 'alert', id: subjectId } }),
  };
  await changeRule(needs, commandLine, options.id, changesOf(options));
  return listAlertsText(database.db);
}
