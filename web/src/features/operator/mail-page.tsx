import { useParams } from 'wouter';
import { useData } from '../../lib/data.ts';
import { humanizeName } from '../../lib/labels.ts';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Moment } from '../../ui/text.tsx';
import { CustomerLink } from './cells.tsx';
import { SubjectPage } from './subject-page.tsx';

const stateLabels = {
  sent: { label: 'Sent', tone: 'good' },
  waiting: { label: 'Waiting', tone: 'warn' },
  given_up: { label: 'Failed', tone: 'bad' },
} as const;

export function OperatorMailPage() {
  const { id = '' } = useParams();
  const data = useData(['operator-mail', id], (api, options) => api.getAnyMails({ order_id: id }, options), {
    refresh: 15_000,
  });
  return (
    <SubjectPage data={data} name="Emails" icon="chat" missing="No email address for this order">
      {(file) => ({
        title: `Emails to ${file.to}`,
        badges: <WorldBadge world={file.world} />,
        lead: (
          <>
            <CustomerLink of={file} /> · for {file.recipient} · {file.retailer}
          </>
        ),
        actions: (
          <ButtonLink icon="box" to={`/app/operator/orders/${file.order_id}`}>
            Open order
          </ButtonLink>
        ),
        main:
          file.mails.length === 0 ? (
            <EmptyState icon="chat" title="No emails yet">
              Recipients get an email when an order is placed, shipped, delivered or canceled. Sandbox orders send no
              email.
            </EmptyState>
          ) : (
            file.mails.map((mail) => (
              <Card key={mail.stage} title={mail.subject}>
                <p>
                  <StatusBadge labels={stateLabels} status={mail.state} /> {humanizeName(mail.stage)} ·{' '}
                  <Moment at={mail.at} />
                </p>
                {mail.error && <p className="break">{mail.error}</p>}
                <p className="mail-text break">{mail.text}</p>
              </Card>
            ))
          ),
      })}
    </SubjectPage>
  );
}
