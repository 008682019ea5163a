import { useParams } from 'wouter';
import type { GetAnyMailsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { plainWords } from '../../lib/words.ts';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Moment } from '../../ui/text.tsx';
import { CustomerLink } from './customer-page.tsx';
import './operator.css';
import { SubjectPage, toOperations } from './subject-page.tsx';

const stateWords = {
  sent: { label: 'Sent', tone: 'good' },
  waiting: { label: 'Waiting', tone: 'warn' },
  given_up: { label: 'Given up', tone: 'bad' },
} as const;

export function OperatorMailPage() {
  const { id = '' } = useParams();
  const mails = useData(['operator-mail', id], (api, options) => api.getAnyMails({ order_id: id }, options), {
    refresh: 15_000,
  });
  return (
    <SubjectPage data={mails} title="Mails" icon="chat" missing="Nobody is written to about this order">
      {(value) => <Shown file={value} />}
    </SubjectPage>
  );
}

const Shown = ({ file }: { file: GetAnyMailsOutput }) => (
  <Page
    title={`Mails to ${file.to}`}
    heading={
      <>
        <span className="break">Mails to {file.to}</span>
        <WorldBadge world={file.world} />
      </>
    }
    back={toOperations}
    lead={
      <>
        <CustomerLink id={file.account_id} email={file.account_email} /> · for {file.recipient} · {file.retailer}
      </>
    }
    actions={
      <ButtonLink icon="box" to={`/app/operator/orders/${file.order_id}`}>
        Its order
      </ButtonLink>
    }
  >
    {file.mails.length === 0 ? (
      <EmptyState icon="chat" title="Nothing was written yet">
        The recipient is told when the order is placed and when its parcels move. Orders of the sandbox tell nobody.
      </EmptyState>
    ) : (
      file.mails.map((mail) => (
        <Card key={mail.stage} title={mail.subject}>
          <p>
            <Badge tone={stateWords[mail.state].tone}>{stateWords[mail.state].label}</Badge> {plainWords(mail.stage)} ·{' '}
            <Moment at={mail.at} />
          </p>
          {mail.error && <p className="break">{mail.error}</p>}
          <p className="mail-text break">{mail.text}</p>
        </Card>
      ))
    )}
  </Page>
);
