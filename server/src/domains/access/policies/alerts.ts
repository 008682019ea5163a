import { publish } from '../../../events/index.ts';
import { formatCents } from '../../../kit/money.ts';
import type { Config } from '../../../platform/config.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { composeMail, type Mailer } from '../../../platform/mailer/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import { agentsAccountId, mailTeam } from '../accounts/index.ts';
import type { PolicyAlert } from './decide.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'policies.mail-alert': PolicyAlert;
  }
}

/** Publishes that a limit reached a threshold, in the transaction that used it. */
export async function publishAlerts(tx: Tx, alerts: readonly PolicyAlert[], now: Date): Promise<void> {
  for (const alert of alerts) {
    await publish(tx, { type: 'policy.alert', ...alert }, now);
    await enqueue(tx, { kind: 'policies.mail-alert', payload: alert, runAt: now });
  }
}

interface Needs {
  db: Db;
  logger: Logger;
  mailer: Mailer;
  /** Operators get the alerts about orders without an account. */
  config: Pick<Config, 'publicUrl' | 'operatorEmails'>;
}

export function policyJobs(needs: Needs): Pick<JobHandlers, 'policies.mail-alert'> {
  return { 'policies.mail-alert': { concurrency: 2, run: ({ payload }) => mailAlert(needs, payload) } };
}

const periodLabels: Record<string, string> = {
  hour: 'this hour',
  day: 'today',
  week: 'this week',
  month: 'this month',
  total: 'in total',
};

async function mailAlert(needs: Needs, alert: PolicyAlert): Promise<void> {
  const period = periodLabels[alert.rule.split('.')[1] ?? ''] ?? 'in this period';
  const amount = `${formatCents(alert.used)} of ${formatCents(alert.limit)}`;
  const where = alert.world === 'test' ? ' (sandbox)' : '';
  const messageId = `policy-${alert.policyId}-${alert.periodStart}-${alert.rule}-${alert.percent}`.replaceAll(
    /[^\w.-]/g,
    '-',
  );
  const subject = `Spending limit: ${alert.percent}% reached${where}`;
  if (alert.accountId === agentsAccountId) {
    const mail = composeMail({
      subject,
      intro: [
        `Orders placed without a retailer account have reached ${alert.percent}% of their spending limit: ${amount} ${period}${where}.`,
        'Orders above the limit are rejected before they are charged.',
      ],
      button: null,
      notes: ['To view or change the policy, run "npm run admin -- policy agents" on the server.'],
    });
    for (const [index, to] of needs.config.operatorEmails.entries()) {
      await needs.mailer.send({ to, ...mail, messageId: `${messageId}-${index}` });
    }
    return;
  }
  const mail = {
    kind: 'spend_alerts' as const,
    subject,
    messageId,
    intro: [
      `Spending under a policy has reached ${alert.percent}% of its limit: ${amount} ${period}${where}.`,
      'Orders above the limit are denied.',
    ],
    button: { label: 'View spending policies', url: `${needs.config.publicUrl}/app/policies` },
  };
  const team = { ...needs, publicUrl: needs.config.publicUrl };
  await mailTeam(team, alert.accountId, mail, ({ role }) => role === 'owner');
}
