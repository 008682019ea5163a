import { useEffect, useId, useState } from 'react';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { RowProblems } from './cell-problems.ts';
import { isPriceColumn, priceCurrencyOf } from './cell-problems.ts';
import { type DraftRow, type RowVerdict, removeRows } from './draft.ts';
import { changeDraft } from './draft-state.ts';

interface ReviewRowProps {
  row: DraftRow;
  columns: readonly string[];
  checked: RowVerdict | undefined;
  problems: RowProblems | undefined;
  onEdit(row: DraftRow, column: string, text: string): void;
}

interface Remark {
  text: string;
  /** The column it is about; null: the whole row. */
  column: string | null;
  isWarning: boolean;
}

/** A row's problems, except in cells that were changed since the check. */
function remarksOf(row: DraftRow, checked: RowVerdict | undefined, problems: RowProblems | undefined): Remark[] {
  if (!problems) return [];
  const isAsChecked = (column: string) => (row.cells[column] ?? '') === (checked?.row.cells[column] ?? '');
  return [
    ...[...problems.byColumn].flatMap(([column, texts]) =>
      isAsChecked(column) ? texts.map((text) => ({ text, column, isWarning: false })) : [],
    ),
    ...problems.ofRow.map((text) => ({ text, column: null, isWarning: false })),
    ...problems.warnings.map((text) => ({ text, column: null, isWarning: true })),
  ];
}

/** A row of the file with editable cells. Problems are listed below, with links to their cells. */
export function ReviewRow({ row, columns, checked, problems, onEdit }: ReviewRowProps) {
  const id = useId();
  const remarks = remarksOf(row, checked, problems);
  const isChanged = checked?.row !== row;
  const state = isChanged ? 'changed' : checked.isOk ? (remarks.length > 0 ? 'warned' : 'fine') : 'wrong';
  const remarksId = `${id}-remarks`;
  const tail = [
    <tr key="row" className={`review-row review-${state}`}>
      <th scope="row">
        <span className="review-line">
          {formatNumber(row.lineNumber)}
          <Icon name={stateIcons[state]} size={16} />
          <span className="hidden">{stateLabels[state]}</span>
        </span>
      </th>
      {columns.map((column) => (
        <Cell
          key={column}
          id={cellId(id, column)}
          label={`${column}, row ${row.lineNumber}`}
          name={column}
          text={row.cells[column] ?? ''}
          checkedText={checked?.row.cells[column] ?? ''}
          currency={priceCurrencyOf(row.cells)}
          isWrong={remarks.some((remark) => remark.column === column)}
          remarksId={remarksId}
          onEdit={(text) => onEdit(row, column, text)}
        />
      ))}
      <td className="review-remove">
        <IconButton
          label={`Remove row ${row.lineNumber}`}
          icon="trash"
          onClick={() => changeDraft((draft) => removeRows(draft, new Set([row.id])))}
        />
      </td>
    </tr>,
  ];
  if (remarks.length > 0) {
    tail.push(
      <tr key="remarks" className="review-remarks">
        <td colSpan={columns.length + 2}>
          <ul id={remarksId}>
            {remarks.map((remark) => (
              <li key={remark.text} className={remark.isWarning ? 'cell-warning' : 'cell-problem'}>
                <RemarkText remark={remark} cell={cellId(id, remark.column ?? '')} />
              </li>
            ))}
          </ul>
        </td>
      </tr>,
    );
  }
  return tail;
}

const cellId = (row: string, column: string): string => `${row}-${encodeURIComponent(column)}`;

/** Focuses the cell, which may be out of view. */
function RemarkText({ remark, cell }: { remark: Remark; cell: string }) {
  if (remark.column === null) return remark.text;
  const focusCell = () => {
    const input = document.getElementById(cell);
    input?.scrollIntoView({ block: 'nearest', inline: 'center' });
    input?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="cell-problem-link" onClick={focusCell}>
      {remark.text}
    </button>
  );
}

const stateIcons = { fine: 'check', warned: 'info', wrong: 'warning', changed: 'clock' } as const;
const stateLabels = {
  fine: 'ready',
  warned: 'review',
  wrong: 'needs fixing',
  changed: 'changed, not checked',
};

interface CellProps {
  id: string;
  label: string;
  name: string;
  text: string;
  /** Its text at the last check. */
  checkedText: string;
  /** Of the row's maximum price. */
  currency: string;
  isWrong: boolean;
  /** ID of the text with its problems. */
  remarksId: string;
  onEdit(text: string): void;
}

function Cell({ id, label, name, text, checkedText, currency, isWrong, remarksId, onEdit }: CellProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const isChanged = text !== checkedText;
  const price = isPriceColumn(name) ? priceText(typed, currency) : null;
  return (
    <td data-name={name} className={isWrong ? 'cell cell-wrong' : isChanged ? 'cell cell-changed' : 'cell'}>
      <input
        id={id}
        aria-label={label}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? remarksId : undefined}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => onEdit(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEdit(typed);
          if (event.key === 'Escape') setTyped(text);
        }}
      />
      {price && <span className="cell-dollars">{price}</span>}
    </td>
  );
}

/** A price as people write it, since files have minor units. */
const priceText = (text: string, currency: string): string =>
  /^\d{1,10}$/.test(text.trim()) ? `= ${formatMoney(Number(text), currency)}` : '';
