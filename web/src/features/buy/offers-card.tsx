import { humanizeName } from '../../lib/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Money } from '../../ui/text.tsx';
import type { Offer } from './product.ts';

/** "Used like new" for `UsedLikeNew`. */
export const conditionName = (condition: string): string =>
  humanizeName(condition.replaceAll(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));

const columns: Column<Offer>[] = [
  {
    name: 'Seller',
    cell: (offer) => (
      <span className="offer-seller">
        {offer.seller}
        {offer.isFirst && <Badge tone="good">Top pick</Badge>}
      </span>
    ),
  },
  { name: 'Condition', cell: (offer) => conditionName(offer.condition) },
  { name: 'Price', isNumber: true, cell: (offer) => <Money cents={offer.price} currency={offer.currency} /> },
  {
    name: 'Shipping',
    isNumber: true,
    cell: (offer) =>
      offer.shipping?.price ? (
        <Money cents={offer.shipping.price} currency={offer.currency} />
      ) : offer.shipping ? (
        'Free'
      ) : (
        '–'
      ),
  },
  {
    name: 'Arrives within',
    cell: (offer) => {
      const days = (offer.handlingMax ?? 0) + (offer.shipping?.daysMost ?? 0);
      return days > 0 ? `${days} days` : '–';
    },
  },
  {
    name: 'Positive ratings',
    isMinor: true,
    isNumber: true,
    cell: (offer) => (offer.positive === null ? '–' : `${offer.positive}%`),
  },
];

/** All offers. An order takes the cheapest of the chosen condition. */
export function OffersCard({ offers }: { offers: readonly Offer[] }) {
  return (
    <Card title="Offers" isFlush>
      <Table
        label="Offers"
        columns={columns}
        rows={offers.filter((offer) => offer.available).toSorted((a, b) => a.price - b.price)}
        keyOf={(offer) => offer.id}
      />
    </Card>
  );
}
