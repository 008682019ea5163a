import { useState } from 'react';
import { useLocation } from 'wouter';
import type { GetBulkOrderOutput } from '../../../../sdk/src/index.ts';
import { plural } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { draftOf } from './draft.ts';
import { putDraft } from './draft-state.ts';

/** Columns that the results file adds. */
const ownColumns = ['order_id', 'status', 'error'] as const;

/** Removes the apostrophe that protects formulas. */
const unescapeCell = (text: string): string => (/^'(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text) ? text.slice(1) : text);

interface ResultsTable {
  columns: string[];
  rows: Record<string, string>[];
}

/** The failed rows as they were in the file. */
export function failedRowsOf({ columns, rows }: ResultsTable): ResultsTable {
  const kept = columns.slice(0, -ownColumns.length);
  const failed = rows.filter((row) => row.status === 'failed' || row.status === 'cancelled');
  return {
    columns: kept,
    rows: failed.map((row) => Object.fromEntries(kept.map((column) => [column, unescapeCell(row[column] ?? '')]))),
  };
}

/** Opens the failed rows in the review, to correct and place them as a new batch. */
export function CorrectFailed({ batch }: { batch: GetBulkOrderOutput }) {
  const { api } = useWorld();
  const [, goTo] = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const count = batch.rows.filter((row) => row.status === 'failed' || row.status === 'cancelled').length;
  const isOver = batch.status === 'completed' || batch.status === 'failed';
  if (!isOver || count === 0) return null;
  async function correct(): Promise<void> {
    setIsBusy(true);
    try {
      const text = await api.getBulkOrderResults({ batch_id: batch.id });
      const { readCsv } = await import('../../../../sdk/src/read-csv.ts');
      const table = failedRowsOf(readCsv(new TextEncoder().encode(String(text))));
      const lines = batch.rows.filter((row) => row.status !== 'placed' && row.status !== 'pending');
      const name = `again-${batch.filename ?? 'batch.csv'}`;
      putDraft(draftOf({ name, ...table, lineNumbers: lines.map((row) => row.index + 2) }));
      goTo('/app/bulk/new');
    } catch {
      notify("Couldn't load the rows. Try again.", 'bad');
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button kind="primary" icon="refresh" does="placeBulkOrder" isBusy={isBusy} onClick={() => void correct()}>
      Fix {plural(count, 'row')} and reorder
    </Button>
  );
}
