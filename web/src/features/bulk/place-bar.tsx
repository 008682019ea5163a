import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PlaceBulkOrderInput, PlaceBulkOrderOutput, ValidateBulkOrderOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { codeOf, detailsOf, isRefusal } from '../../lib/errors.ts';
import { formatList, formatMoney, plural } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { bodyOf, costOf, type Draft, type Verdict, verdictOf } from './draft.ts';
import { clearDraft, putUnknownOutcome, putVerdict, useDraftState } from './draft-state.ts';

interface PlaceBarProps {
  draft: Draft;
  verdict: Verdict;
  isChecking: boolean;
  onCheck(): void;
}

/** The bar below the table, with the state of the check and the next step. */
export function PlaceBar({ draft, verdict, isChecking, onCheck }: PlaceBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const changed = changedRows(draft, verdict);
  const isStale = verdict.draft !== draft;
  const { result } = verdict;
  const isReady = !isStale && result.invalid_rows === 0 && result.sufficient_funds && draft.rows.length > 0;
  return (
    <div className="place-bar">
      <p role="status">{stateText(draft, verdict, changed)}</p>
      <div className="place-actions">
        <Button
          does="validateBulkOrder"
          icon="refresh"
          kind={isStale ? 'primary' : 'plain'}
          isBusy={isChecking}
          disabled={draft.rows.length === 0}
          onClick={onCheck}
        >
          Check again
        </Button>
        <Button
          does="placeBulkOrder"
          kind={isStale ? 'plain' : 'primary'}
          icon="cart"
          disabled={!isReady}
          onClick={() => setIsAsking(true)}
        >
          Place {plural(draft.rows.length, 'order')}
        </Button>
      </div>
      <PlaceDialog draft={draft} verdict={verdict} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
}

function changedRows(draft: Draft, { byRow }: Verdict): number {
  let changed = 0;
  for (const row of draft.rows) if (byRow.get(row.id)?.row !== row) changed += 1;
  return changed;
}

function stateText(draft: Draft, { draft: checked, result }: Verdict, changed: number): string {
  if (draft.rows.length === 0) return 'All rows were removed.';
  if (changed > 0) return `${plural(changed, 'changed row')} not checked yet.`;
  if (checked !== draft) return 'Rows were removed. Check again to update the totals.';
  if (result.invalid_rows > 0) {
    return `Fix ${plural(result.invalid_rows, 'row')} before you place the batch.`;
  }
  if (!result.sufficient_funds) return 'Insufficient funds for this batch.';
  const warned = result.rows.filter((row) => row.errors.some((error) => error.startsWith('Warning: '))).length;
  if (warned > 0) return `Ready to place, but review ${plural(warned, 'row')} first.`;
  return 'Ready to place.';
}

function PlaceDialog({
  draft,
  verdict,
  isOpen,
  onClose,
}: Omit<PlaceBarProps, 'isChecking' | 'onCheck'> & { isOpen: boolean; onClose(): void }) {
  const { world } = useWorld();
  const [, goTo] = useLocation();
  const wasInDoubt = useDraftState()?.isOutcomeUnknown ?? false;
  const [wantsMail, setWantsMail] = useState(true);
  const place = useChange<PlaceBulkOrderInput['body'], PlaceBulkOrderOutput>(
    (api, body, options) => api.placeBulkOrder({ body }, options),
    {
      isPurchase: true,
      changes: ['batches', 'orders', 'wallet'],
      onDone(batch, _body, isRepeat) {
        goTo(`/app/bulk/${batch.id}`);
        clearDraft();
        notify(
          isRepeat
            ? 'This batch was already placed. Nothing was ordered twice.'
            : `${plural(batch.row_count, 'order')} accepted.`,
        );
      },
    },
  );
  const submit = () => {
    putUnknownOutcome(true);
    place.mutate(
      { ...bodyOf(draft), notify_on_complete: wantsMail },
      {
        onError(error) {
          if (isRefusal(error)) putUnknownOutcome(wasInDoubt);
          if (codeOf(error) !== 'batch_not_placeable') return;
          // The check is outdated: the wallet or a retailer changed.
          putVerdict(verdictOf(draft, detailsOf(error) as unknown as ValidateBulkOrderOutput), world);
          onClose();
          notify('Something changed since the check. Review the marked rows.', 'bad');
        },
      },
    );
  };
  const total = formatList(costOf(verdict.result).map(({ amount, currency }) => formatMoney(amount, currency)));
  return (
    <Dialog title={`Place ${plural(draft.rows.length, 'order')}?`} isOpen={isOpen} onClose={onClose}>
      <p>
        {world === 'live'
          ? `Up to ${total} in real money is put on hold now. Any amount the orders don't use is released.`
          : `Up to ${total} in test money is put on hold now. No real orders are placed.`}
      </p>
      <Checkbox
        label="Email me when all orders are complete"
        checked={wantsMail}
        onChange={(event) => setWantsMail(event.target.checked)}
      />
      <PlaceError error={place.error} />
      <Actions>
        <Button onClick={onClose}>Go back</Button>
        <Button kind="primary" isBusy={place.isPending} onClick={submit}>
          Place {plural(draft.rows.length, 'order')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** An earlier attempt placed this batch, without later changes. */
function PlaceError({ error }: { error: unknown }) {
  if (!error) return null;
  const { id } = detailsOf(error);
  if (codeOf(error) !== 'already_exists' || typeof id !== 'string') return <ErrorNote error={error} />;
  return (
    <Note
      tone="good"
      title="This batch was already placed"
      action={
        <Link href={`/app/bulk/${id}`} onClick={clearDraft}>
          View batch
        </Link>
      }
    >
      Your first request went through, but the connection dropped before it was confirmed. Nothing was ordered twice.
      Changes you made since then aren't included.
    </Note>
  );
}
