import { countedMax, formatNumber } from '../lib/format.ts';
import { Button } from './button.tsx';
import './pager.css';

interface PagerProps {
  offset: number;
  limit: number;
  total: number;
  /** False: `total` is a lower bound. */
  isExact?: boolean;
  onMove(offset: number): void;
  /** Button labels. The defaults are for lists with the newest first. */
  labels?: { before: string; after: string };
}

/** Filtered lists are counted up to here. One more means that there are more. */
const filteredMax = 1_000;
const newestFirst = { before: 'Newer', after: 'Older' };

export function Pager({ offset, limit, total, isExact = true, onMove, labels = newestFirst }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  const isMore = total === filteredMax + 1 || total > countedMax;
  const last = Math.min(offset + limit, total);
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {formatNumber(Math.min(offset + 1, total))}–{formatNumber(last)} of{' '}
        {isMore
          ? `more than ${formatNumber(total > countedMax ? countedMax : filteredMax)}`
          : `${isExact ? '' : 'at least '}${formatNumber(total)}`}
      </p>
      <Button size="small" icon="left" disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
        {labels.before}
      </Button>
      <Button size="small" disabled={last >= total} onClick={() => onMove(offset + limit)}>
        {labels.after}
      </Button>
    </nav>
  );
}
