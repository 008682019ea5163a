import { formatMoney } from '../../lib/format.ts';
import { safeUrl } from '../../lib/url.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { Thumbnail } from '../../ui/order-name.tsx';
import { ExternalLink, Money } from '../../ui/text.tsx';
import type { Choice } from './choice.ts';
import { conditionName } from './offers-card.tsx';
import type { Subject } from './product-data.ts';
import { Quantity } from './quantity.tsx';

interface SummaryProps {
  choice: Choice;
  subject: Subject;
  quantity: number;
  onQuantity(quantity: number): void;
  /** Read-only during the review. */
  isFixed: boolean;
}

export function Summary({ choice, subject, quantity, onQuantity, isFixed }: SummaryProps) {
  const image = subject.image ? (safeUrl(subject.image)?.href ?? null) : null;
  return (
    <Card title="Your selection" className="summary">
      <div className="summary-product">
        <Thumbnail src={image} size={72} />
        <div>
          <p className="item-title">{subject.title}</p>
          <p className="small">
            <ExternalLink href={choice.url}>View at {safeUrl(choice.url)?.host.replace(/^www\./, '')}</ExternalLink>
          </p>
        </div>
      </div>
      {!isFixed && <Quantity value={quantity} max={100} onChange={onQuantity} />}
      <Facts
        rows={[
          ...choice.variant.map(({ label, value }) => [label, value] as const),
          ...(choice.condition ? [['Condition', conditionName(choice.condition)] as const] : []),
          ...(subject.unitPrice === null
            ? []
            : [
                [
                  quantity === 1 ? 'Price' : `${quantity} × ${formatMoney(subject.unitPrice, subject.currency)}`,
                  <Money key="price" cents={subject.unitPrice * quantity} currency={subject.currency} />,
                ] as const,
              ]),
        ]}
      />
      <p className="quiet small">
        {subject.unitPrice === null
          ? 'The price is confirmed at checkout. You never pay more than your maximum price.'
          : 'Tax and shipping are calculated at checkout.'}
      </p>
    </Card>
  );
}
