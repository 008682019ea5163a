import { useRef, useState } from 'react';
import { formatNumber, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Choices } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { isPriceColumn } from './cell-problems.ts';
import { countInColumn, type Draft, type DraftRow, replaceInColumn, setCell, type Verdict } from './draft.ts';
import { changeDraft } from './draft-state.ts';
import { ReviewRow } from './review-row.tsx';
import type { ProblemsByRow } from './row-problems.ts';

interface ReviewTableProps {
  draft: Draft;
  verdict: Verdict;
  problems: ProblemsByRow;
}

const views = ['problems', 'warnings', 'all'] as const;
type View = (typeof views)[number];

const pageSize = 25;
/** Up to this many columns are shown at once. */
const columnsAtOnce = 8;

/** A correction that other rows may need too. */
interface Repeat {
  column: string;
  from: string;
  to: string;
  count: number;
}

export function ReviewTable({ draft, verdict, problems }: ReviewTableProps) {
  const inView = rowsByView(draft, verdict, problems);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen ?? (inView.problems.length > 0 ? 'problems' : 'all');
  const [offset, setOffset] = useState(0);
  const [showsAll, setShowsAll] = useState(false);
  const [repeat, setRepeat] = useState<Repeat | null>(null);
  const rows = inView[view];
  const start = offset < rows.length ? offset : 0;
  const columns = useStableColumns(draft, rows, problems, showsAll);

  function edit(row: DraftRow, column: string, text: string): void {
    const from = row.cells[column] ?? '';
    if (from === text) return;
    changeDraft((now) => setCell(now, row.id, column, text));
    const isMended = problems.get(row.id)?.byColumn.has(column) ?? false;
    const count = isMended ? countInColumn(draft, column, from) - 1 : 0;
    setRepeat(count > 0 ? { column, from, to: text, count } : null);
  }

  return (
    <Card isFlush>
      <div className="review-bar">
        <Choices
          label="Rows"
          name="rows"
          value={view}
          options={views
            .filter((name) => name !== 'warnings' || inView.warnings.length > 0)
            .map((name) => ({ value: name, label: `${viewNames[name]} (${formatNumber(inView[name].length)})` }))}
          onChoose={(name) => {
            setChosen(name);
            setOffset(0);
          }}
        />
        {draft.columns.length > columnsAtOnce && (
          <Checkbox
            label={`All columns (${formatNumber(draft.columns.length)})`}
            checked={showsAll}
            onChange={(event) => setShowsAll(event.target.checked)}
          />
        )}
      </div>
      {repeat && <RepeatBar repeat={repeat} onClose={() => setRepeat(null)} />}
      {rows.length === 0 ? (
        <EmptyState icon="check" title={view === 'problems' ? 'Nothing needs fixing' : 'No rows here'}>
          {view === 'problems' ? 'All rows are ready. Review them, then place the batch.' : ''}
        </EmptyState>
      ) : (
        <div className="review-frame">
          <table className="review">
            <colgroup>
              <col className="review-line-column" />
              {columns.map((column) => (
                <col key={column} />
              ))}
              <col className="review-remove-column" />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Row</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
                <th scope="col">
                  <span className="hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(start, start + pageSize).map((row) => (
                <ReviewRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  checked={verdict.byRow.get(row.id)}
                  problems={problems.get(row.id)}
                  onEdit={edit}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager
        offset={start}
        limit={pageSize}
        total={rows.length}
        onMove={setOffset}
        labels={{ before: 'Previous', after: 'Next' }}
      />
    </Card>
  );
}

const viewNames: Record<View, string> = { problems: 'Needs fixing', warnings: 'Review', all: 'All' };

function rowsByView(draft: Draft, verdict: Verdict, problems: ProblemsByRow): Record<View, DraftRow[]> {
  return {
    problems: draft.rows.filter((row) => verdict.byRow.get(row.id)?.isOk === false),
    warnings: draft.rows.filter((row) => (problems.get(row.id)?.warnings.length ?? 0) > 0),
    all: draft.rows,
  };
}

/** A column stays once it was shown, so it does not vanish while its cells are corrected. */
function useStableColumns(
  draft: Draft,
  rows: readonly DraftRow[],
  problems: ProblemsByRow,
  showsAll: boolean,
): readonly string[] {
  const shown = useRef(new Set<string>());
  if (showsAll || draft.columns.length <= columnsAtOnce) return draft.columns;
  for (const column of relevantColumns(draft, rows, problems)) shown.current.add(column);
  return draft.columns.filter((column) => shown.current.has(column));
}

/** For a wide file: columns with problems, the price and the first columns. */
function relevantColumns(draft: Draft, rows: readonly DraftRow[], problems: ProblemsByRow): string[] {
  const wrong = new Set<string>();
  for (const row of rows) for (const column of problems.get(row.id)?.byColumn.keys() ?? []) wrong.add(column);
  const isName = (column: string) => /^(full|first|last)?[\s_-]*(name|recipient)$/i.test(column);
  const shown = draft.columns.filter((column) => wrong.has(column) || isName(column) || isPriceColumn(column));
  for (const column of draft.columns) {
    if (shown.length >= columnsAtOnce - 2) break;
    if (!shown.includes(column)) shown.push(column);
  }
  return draft.columns.filter((column) => shown.includes(column));
}

function RepeatBar({ repeat, onClose }: { repeat: Repeat; onClose(): void }) {
  const { column, from, to, count } = repeat;
  return (
    <div className="repeat-bar" role="status">
      <p>
        {plural(count, 'other row')} also {count === 1 ? 'has' : 'have'} {from === '' ? 'no value' : `“${from}”`} in{' '}
        {column}.
      </p>
      <Button
        size="small"
        onClick={() => {
          changeDraft((draft) => replaceInColumn(draft, column, from, to));
          onClose();
        }}
      >
        Set to “{to}” too
      </Button>
      <Button size="small" kind="quiet" onClick={onClose}>
        Dismiss
      </Button>
    </div>
  );
}
