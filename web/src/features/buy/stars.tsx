import { formatNumber } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';

export function Stars({ stars, reviews }: { stars: number | null; reviews: number | null }) {
  if (stars === null) return null;
  return (
    <p className="stars">
      <Icon name="star" size={14} />
      <span>
        {stars.toFixed(1)}
        <span className="hidden"> of 5 stars</span>
      </span>
      {reviews !== null && <span className="quiet">({formatNumber(reviews)})</span>}
    </p>
  );
}
