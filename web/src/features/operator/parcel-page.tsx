import { Link, useParams } from 'wouter';
import type { GetAnyParcelOutput } from '../../../../sdk/src/index.ts';
import { carrierLink } from '../../lib/carriers.ts';
import { useData } from '../../lib/data.ts';
import { trackingStatusWords } from '../../lib/words.ts';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { CopyButton, ExternalLink, Moment } from '../../ui/text.tsx';
import { CustomerLink } from './customer-page.tsx';
import './operator.css';
import { SubjectPage, toOperations } from './subject-page.tsx';

export function OperatorParcelPage() {
  const { id = '' } = useParams();
  const parcel = useData(['operator-parcel', id], (api, options) => api.getAnyParcel({ parcel_id: id }, options), {
    refresh: 15_000,
  });
  return (
    <SubjectPage data={parcel} title="Parcel" icon="truck" missing="There is no such parcel">
      {(value) => <Shown parcel={value} />}
    </SubjectPage>
  );
}

function Shown({ parcel }: { parcel: GetAnyParcelOutput }) {
  const number = parcel.tracking_number ?? 'Parcel without a number';
  const link = parcel.tracking_number ? carrierLink(parcel.carrier ?? '', parcel.tracking_number) : null;
  return (
    <Page
      title={number}
      heading={
        <>
          <span className="break">{number}</span>
          <StatusBadge words={trackingStatusWords} status={parcel.status as keyof typeof trackingStatusWords} />
          <WorldBadge world={parcel.world} />
        </>
      }
      back={toOperations}
      actions={
        <ButtonLink icon="box" to={`/app/operator/orders/${parcel.order_id}`}>
          Its order
        </ButtonLink>
      }
    >
      <div className="columns">
        <Card title="Where it was seen">
          {parcel.checkpoints.length === 0 ? (
            <p className="quiet">The carrier has said nothing yet.</p>
          ) : (
            <ol className="stack">
              {parcel.checkpoints.map((one) => (
                <li key={one.checkpoint_time + one.message}>
                  <p>{one.message}</p>
                  <p className="quiet small">
                    <Moment at={one.checkpoint_time} />
                    {one.location ? ` · ${one.location}` : ''}
                  </p>
                </li>
              ))}
            </ol>
          )}
        </Card>
        <Card title="About">
          <Facts
            rows={[
              ['Customer', <CustomerLink key="who" id={parcel.account_id} email={parcel.account_email} />],
              ['Recipient', parcel.recipient],
              [
                'Order',
                <Link key="order" href={`/app/operator/orders/${parcel.order_id}`}>
                  {parcel.order_id.slice(0, 8)}
                </Link>,
              ],
              ['Retailer', parcel.retailer],
              ['Retailer’s number', parcel.merchant_order_id ?? '–'],
              [
                'Carrier',
                link ? (
                  <ExternalLink key="carrier" href={link}>
                    {parcel.carrier}
                  </ExternalLink>
                ) : (
                  (parcel.carrier ?? '–')
                ),
              ],
              ['Expected', parcel.estimated_delivery_date ?? '–'],
              [
                'Number',
                parcel.tracking_number ? (
                  <CopyButton key="n" text={parcel.tracking_number} label={parcel.tracking_number} />
                ) : (
                  '–'
                ),
              ],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}
