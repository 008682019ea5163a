import { useEffect, useId, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { RowProblems } from './cell-problems.ts';
import { type DraftRow, type RowVerdict, removeRows } from './draft.ts';
import { changeDraft } from './draft-store.ts';

interface ReviewRowProps {
  row: DraftRow;
  columns: readonly string[];
  checked: RowVerdict | undefined;
  problems: RowProblems | undefined;
  onEdit(row: DraftRow, column: string, text: string): void;
}

/** A row of the file, each cell a field to write in, with what is wrong right below it. */
export function ReviewRow({ row, columns, checked, problems, onEdit }: ReviewRowProps) {
  const wrongColumns = [...(problems?.byColumn.keys() ?? [])];
  const remarks = [
    ...(problems?.ofRow ?? []),
    ...(problems?.warnings ?? []),
    ...(wrongColumns.length > 0 && checked?.row === row ? [`To put right: ${wrongColumns.join(', ')}.`] : []),
  ];
  const isChanged = checked?.row !== row;
  const state = isChanged ? 'changed' : checked.isOk ? (remarks.length > 0 ? 'warned' : 'fine') : 'wrong';
  const tail = [
    <tr key="row" className={`review-row review-${state}`}>
      <th scope="row">
        <span className="review-line">
          {row.lineNumber}
          <Icon name={stateIcons[state]} size={16} />
          <span className="hidden">{stateWords[state]}</span>
        </span>
      </th>
      {columns.map((column) => (
        <Cell
          key={column}
          label={`${column}, line ${row.lineNumber}`}
          name={column}
          text={row.cells[column] ?? ''}
          checkedText={checked?.row.cells[column] ?? ''}
          problems={problems?.byColumn.get(column)}
          onEdit={(text) => onEdit(row, column, text)}
        />
      ))}
      <td className="review-remove">
        <IconButton
          label={`Remove line ${row.lineNumber}`}
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
          {remarks.map((remark) => (
            <p key={remark} className={problems?.ofRow.includes(remark) ? 'cell-problem' : 'cell-warning'}>
              {remark}
            </p>
          ))}
        </td>
      </tr>,
    );
  }
  return tail;
}

const stateIcons = { fine: 'check', warned: 'info', wrong: 'warning', changed: 'clock' } as const;
const stateWords = {
  fine: 'can be ordered',
  warned: 'look twice',
  wrong: 'to put right',
  changed: 'changed, not checked yet',
};

/** Every cell has the same width, so that no column moves while it is corrected. */
const cellSize = 18;

interface CellProps {
  label: string;
  name: string;
  text: string;
  /** What it said when it was checked. */
  checkedText: string;
  problems: string[] | undefined;
  onEdit(text: string): void;
}

function Cell({ label, name, text, checkedText, problems, onEdit }: CellProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const isChanged = text !== checkedText;
  const shown = isChanged ? undefined : problems;
  return (
    <td data-name={name} className={shown ? 'cell cell-wrong' : isChanged ? 'cell cell-changed' : 'cell'}>
      <input
        aria-label={label}
        aria-invalid={shown ? true : undefined}
        aria-describedby={shown ? id : undefined}
        value={typed}
        size={cellSize}
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
      {shown && (
        <div id={id}>
          {shown.map((problem) => (
            <p key={problem} className="cell-problem">
              {problem}
            </p>
          ))}
        </div>
      )}
    </td>
  );
}
