import { useEffect, useMemo } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { ValidateBulkOrderOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Skeleton } from '../../ui/states.tsx';
import './bulk.css';
import { bodyOf, type Draft, verdictOf } from './draft.ts';
import { clearDraft, putVerdict, useDraftState } from './draft-state.ts';
import { MissingColumns } from './missing-columns.tsx';
import { PlaceBar } from './place-bar.tsx';
import { ReviewSummary } from './review-summary.tsx';
import { ReviewTable } from './review-table.tsx';
import { problemsByRow } from './row-problems.ts';

/** The check of a file, with problems to fix. */
export function ReviewPage() {
  const desk = useDraftState();
  const { world } = useWorld();
  const [, goTo] = useLocation();
  const check = useChange<Draft, ValidateBulkOrderOutput>(
    (api, draft) => api.validateBulkOrder({ body: bodyOf(draft) }),
    { onDone: (result, draft) => putVerdict(verdictOf(draft, result), world) },
  );
  const verdict = desk?.world === world ? desk.verdict : null;
  const isUnchecked = desk !== null && verdict === null;
  const { mutate } = check;
  // The other mode has a different wallet and different stores, so check again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits wait for "Check again".
  useEffect(() => {
    if (isUnchecked) mutate(desk.draft);
  }, [isUnchecked, world]);
  useWarnBeforeLeaving(desk !== null);
  const problems = useMemo(
    () => (verdict ? problemsByRow(verdict, desk?.draft.columns ?? []) : null),
    [verdict, desk?.draft.columns],
  );
  if (!desk) return <Redirect to="/app/bulk" replace />;
  const { draft } = desk;
  return (
    <Page
      title={draft.filename}
      heading={<span className="break">{draft.filename}</span>}
      back={{ to: '/app/bulk', label: 'Bulk orders' }}
      lead={
        desk.isOutcomeUnknown
          ? 'You sent this batch, but the connection dropped before it was confirmed. It may already be placed. You can safely send it again. Nothing will be ordered twice.'
          : 'Nothing has been ordered yet. Fix the marked rows, then place the batch.'
      }
      actions={
        <Button
          icon="trash"
          onClick={() => {
            clearDraft();
            goTo('/app/bulk');
          }}
        >
          Discard
        </Button>
      }
    >
      {check.error && <ErrorNote error={check.error} onRetry={() => mutate(draft)} />}
      {verdict && problems ? (
        <>
          <ReviewSummary verdict={verdict} isStale={verdict.draft !== draft} />
          <MissingColumns draft={draft} problems={problems} />
          <ReviewTable draft={draft} verdict={verdict} problems={problems} />
          <PlaceBar draft={draft} verdict={verdict} isChecking={check.isPending} onCheck={() => mutate(draft)} />
        </>
      ) : (
        check.isPending && (
          <>
            <Skeleton height={110} />
            <Skeleton height={320} />
          </>
        )
      )}
    </Page>
  );
}

/** Asks before the tab closes, which would lose the corrections. */
function useWarnBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
