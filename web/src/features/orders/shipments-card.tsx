import { carrierLink } from '../../lib/carriers.ts';
import { formatDate } from '../../lib/format.ts';
import { trackingStatusLabels } from '../../lib/labels.ts';
import { useWorld } from '../../lib/world.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton, ExternalLink, Moment } from '../../ui/text.tsx';
import type { Order } from './progress.ts';

type Parcel = Order['tracking_numbers'][number];
type Checkpoint = Parcel['checkpoints'][number];

export function ShipmentsCard({ order }: { order: Order }) {
  const parcels = order.tracking_numbers;
  if (parcels.length === 0) return null;
  return (
    <Card title={parcels.length === 1 ? 'Package' : `${parcels.length} packages`}>
      {parcels.map((parcel) => (
        <Shipment key={parcel.id} parcel={parcel} />
      ))}
    </Card>
  );
}

function Shipment({ parcel }: { parcel: Parcel }) {
  const { world } = useWorld();
  // No carrier knows sandbox packages.
  const link = carrierLink(parcel.carrier, parcel.tracking_number);
  return (
    <section className="parcel" aria-label={`${parcel.carrier} ${parcel.tracking_number}`.trim() || 'Package'}>
      <header>
        <div>
          <p className="parcel-carrier">{parcel.carrier || 'Shipped by the store'}</p>
          {parcel.tracking_number === '' ? (
            <p className="quiet small">The store didn't provide a tracking number.</p>
          ) : (
            <p className="parcel-number">
              <code>{parcel.tracking_number}</code>
              <CopyButton text={parcel.tracking_number} />
              {world === 'live' && link && <ExternalLink href={link}>Track with carrier</ExternalLink>}
            </p>
          )}
        </div>
        <div className="parcel-state">
          <StatusBadge labels={trackingStatusLabels} status={parcel.status} />
          {parcel.estimated_delivery_date && parcel.status !== 'delivered' && (
            <p className="quiet small">Expected {formatDate(parcel.estimated_delivery_date)}</p>
          )}
        </div>
      </header>
      {parcel.checkpoints.length > 0 && (
        <ol className="trail">
          {parcel.checkpoints.map((checkpoint) => (
            <li key={checkpoint.checkpoint_time + checkpoint.message} className={`trail-${checkpoint.status}`}>
              <p>{checkpoint.message}</p>
              <p className="quiet small">
                <Moment at={checkpoint.checkpoint_time} />
                {placeOf(checkpoint) && ` · ${placeOf(checkpoint)}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const placeOf = ({ city, state, location }: Checkpoint): string =>
  [city, state].filter(Boolean).join(', ') || (location ?? '');
