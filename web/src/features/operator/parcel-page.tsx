import { useParams } from 'wouter';
import { carrierLink } from '../../lib/carriers.ts';
import { useData } from '../../lib/data.ts';
import { formatDate } from '../../lib/format.ts';
import { trackingStatusLabels } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { CopyButton, ExternalLink } from '../../ui/text.tsx';
import { CustomerLink, OrderLink } from './cells.tsx';
import { Milestones, SubjectPage } from './subject-page.tsx';

export function OperatorParcelPage() {
  const { id = '' } = useParams();
  const nameOf = useRetailerName();
  const data = useData(['operator-parcel', id], (api, options) => api.getAnyParcel({ parcel_id: id }, options), {
    refresh: 15_000,
  });
  return (
    <SubjectPage data={data} name="Package" icon="truck" missing="Package not found">
      {(parcel) => {
        const { tracking_number: number, carrier } = parcel;
        const link = number && carrierLink(carrier ?? '', number);
        const events = parcel.checkpoints.map(({ message, checkpoint_time: at, location }) => ({
          title: message,
          at,
          note: location,
        }));
        return {
          title: number ?? 'Package without a tracking number',
          badges: (
            <>
              <StatusBadge labels={trackingStatusLabels} status={parcel.status} />
              <WorldBadge world={parcel.world} />
            </>
          ),
          actions: (
            <ButtonLink icon="box" to={`/app/operator/orders/${parcel.order_id}`}>
              Open order
            </ButtonLink>
          ),
          main: <Milestones title="Tracking events" of={events} empty="No events from the carrier yet." />,
          aside: (
            <Card title="About">
              <Facts
                rows={[
                  fact('Customer', <CustomerLink of={parcel} />),
                  ['Recipient', parcel.recipient],
                  fact('Order', <OrderLink id={parcel.order_id} />),
                  ['Store', nameOf(parcel.retailer)],
                  ['Store order number', parcel.merchant_order_id],
                  fact('Carrier', link ? <ExternalLink href={link}>{carrier}</ExternalLink> : carrier),
                  ['Expected delivery', parcel.estimated_delivery_date && formatDate(parcel.estimated_delivery_date)],
                  fact('Tracking number', number && <CopyButton text={number} label={number} />),
                ]}
              />
            </Card>
          ),
        };
      }}
    </SubjectPage>
  );
}
