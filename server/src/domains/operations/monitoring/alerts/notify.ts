import { createHash, createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Clock, formatMoment } from '../../../../kit/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { presentAs } from '../../../../platform/http/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { composeMail, MailError, type Mailer } from '../../../../platform/mailer/index.ts';
import type { Outgoing } from '../../../../platform/outgoing/index.ts';
import { AlertView } from './schema.ts';
import { type AlertRow, findAlert, findChannel } from './sql.ts';

export interface Notice {
  alertId: string;
  phase: 'firing' | 'resolved';
  /** The email address to notify. */
  address?: string;
  /** Or the webhook channel to notify. */
  channelId?: string;
}

export interface NotifyNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Pick<Mailer, 'send'>;
  outgoing: Pick<Outgoing, 'post'>;
  publicUrl: string;
  secret(): Promise<Buffer>;
}

/** Each operator webhook has its own secret, derived from one secret of the service. */
export async function channelSecret(secret: () => Promise<Buffer>, channelId: string): Promise<string> {
  const key = createHmac('sha256', await secret())
    .update(`alert channel ${channelId}`)
    .digest('base64');
  return `whsec_${key}`;
}

/** Notifies one recipient. A resend after a crash has the same ID, so that it can be recognized. */
export async function sendNotice(needs: NotifyNeeds, notice: Notice): Promise<void> {
  const alert = await findAlert(needs.database.db, notice.alertId);
  if (!alert) return;
  if (notice.address !== undefined) await mailNotice(needs, alert, notice.phase, notice.address);
  if (notice.channelId !== undefined) await callChannel(needs, alert, notice.phase, notice.channelId);
}

async function mailNotice(needs: NotifyNeeds, alert: AlertRow, phase: Notice['phase'], to: string): Promise<void> {
  const isOver = phase === 'resolved';
  const whom = createHash('sha256').update(to).digest('hex').slice(0, 12);
  try {
    await needs.mailer.send({
      to,
      messageId: `alert-${alert.id}-${phase}-${whom}`,
      ...composeMail({
        subject: `${isOver ? 'Resolved' : 'Alert'}: ${alert.title}`,
        intro: [alert.detail],
        button: { label: 'View alerts', url: `${needs.publicUrl}/app/operator/alerts` },
        details: [
          `Started: ${formatMoment(alert.fired_at)}`,
          ...(alert.resolved_at ? [`Resolved: ${formatMoment(alert.resolved_at)}`] : []),
        ],
      }),
    });
  } catch (error) {
    if (!(error instanceof MailError && error.isPermanent)) throw error;
    needs.logger.warn({ alert: alert.id, err: error }, 'alert email failed');
  }
}

async function callChannel(
  needs: NotifyNeeds,
  alert: AlertRow,
  phase: Notice['phase'],
  channelId: string,
): Promise<void> {
  const channel = await findChannel(needs.database.db, channelId);
  if (!channel) return;
  const now = needs.clock.now();
  const id = `msg_${alert.id}_${phase}`;
  const body = JSON.stringify({
    type: phase === 'firing' ? 'alert.fired' : 'alert.resolved',
    timestamp: (phase === 'firing' ? alert.fired_at : (alert.resolved_at ?? now)).toISOString(),
    data: presentAlert(alert),
  });
  const signature = new Webhook(await channelSecret(needs.secret, channelId)).sign(id, now, body);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Errand-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
  };
  const answer = await needs.outgoing.post(channel.target, { headers, body });
  if (answer.kind !== 'answered') throw new Error(answer.reason);
  if (answer.status === 410) return needs.logger.warn({ channel: channelId }, 'alert endpoint returned 410 Gone');
  if (answer.status < 200 || answer.status > 299) throw new Error(`The alert endpoint returned ${answer.status}.`);
}

export const presentAlert = (alert: AlertRow) => presentAs(AlertView, { ...alert, rule: alert.rule_id });
