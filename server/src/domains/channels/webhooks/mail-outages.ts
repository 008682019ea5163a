import { dayMs, formatMoment, hourMs, plusMs } from '../../../kit/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { mailTeam, type TeamMailNeeds } from '../../access/accounts/index.ts';
import { maskedUrl } from './model.ts';
import { listFailingEndpoints } from './sql-deliveries.ts';
import { findOutage, isToUrl, markMailedOutages, type OutageRow } from './sql-health.ts';

/** How long an endpoint fails before people are emailed. */
const failingMs = hourMs;
/** At most one email a day per endpoint. */
const quietMs = dayMs;
const outagesAtOnce = 100;

export interface OutageMail {
  outageId: string;
  about: OutageRow['mailed_as'];
}

/** Queues emails about endpoints that failed for an hour, stopped, or work again. */
export async function queueOutageMails(database: Database, now: Date): Promise<void> {
  const rules = { now, failingSince: plusMs(now, -failingMs), quietSince: plusMs(now, -quietMs) };
  await inTransaction(database.db, async (tx) => {
    const marked = await markMailedOutages(tx, rules, outagesAtOnce);
    const payloads = marked.map(({ id, mailed_as: about }): OutageMail => ({ outageId: id, about }));
    await enqueue(
      tx,
      payloads.map((payload) => ({ kind: 'webhooks.mail' as const, payload })),
    );
  });
}

const texts = {
  failing: {
    subject: 'is failing',
    intro: 'has been failing for an hour. Errand retries each delivery for up to three days.',
  },
  stopped: {
    subject: 'was disabled',
    intro:
      'returned 410 Gone, so Errand stopped sending to this endpoint. To re-enable it, resend a message or send a test. Errand enables the endpoint once a delivery succeeds.',
  },
  recovered: {
    subject: 'is working again',
    intro: 'is accepting deliveries again. You can resend the deliveries that failed during the outage.',
  },
} as const;

export async function mailOutage(needs: TeamMailNeeds, { outageId, about }: OutageMail, now: Date): Promise<void> {
  const outage = await findOutage(needs.db, outageId);
  // The endpoint was changed or deleted meanwhile.
  if (!outage) return;
  const { account_id: accountId, world } = outage;
  const url = maskedUrl(outage.url);
  const [failing] = await listFailingEndpoints(
    needs.db,
    plusMs(now, -dayMs),
    { limit: 1, offset: 0 },
    isToUrl({ accountId, world }, outage.url),
  );
  const filter = about === 'recovered' ? '&status=failed' : '';
  await mailTeam(
    needs,
    accountId,
    {
      kind: 'failing_webhooks',
      subject: `A webhook endpoint ${texts[about].subject}${world === 'test' ? ' (sandbox)' : ''}`,
      messageId: `webhook-${outageId}-${about}`,
      intro: [`Your webhook endpoint ${url} ${texts[about].intro}`],
      button: { label: 'View deliveries', url: `${needs.publicUrl}/app/webhooks?world=${world}${filter}` },
      details: [
        `Endpoint: ${url}`,
        `Failing since: ${formatMoment(outage.started_at)}`,
        ...(outage.ended_at ? [`Working since: ${formatMoment(outage.ended_at)}`] : []),
        ...(failing?.error && about !== 'recovered' ? [`Reason: ${failing.error}`] : []),
        ...(failing ? [`Messages being retried: ${failing.waiting}`] : []),
      ],
    },
    ({ role }) => role === 'owner',
  );
}
