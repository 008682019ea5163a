import { useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { addColumn, type Draft } from './draft.ts';
import { changeDraft } from './draft-state.ts';
import type { ProblemsByRow } from './row-problems.ts';

const hints: Record<string, string> = {
  max_price: 'The maximum price per order, in cents: 4999 for $49.99.',
  product_url: "The product page on the store's site.",
  country: 'US, DE or IT.',
};

/** Adds a missing column to all rows at once. */
export function MissingColumns({ draft, problems }: { draft: Draft; problems: ProblemsByRow }) {
  const counts = new Map<string, number>();
  for (const { missingColumns } of problems.values()) {
    for (const column of missingColumns) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const missing = [...counts].filter(([column]) => !draft.columns.includes(column));
  if (missing.length === 0) return null;
  return (
    <Card title={missing.length === 1 ? 'A column is missing' : 'Columns are missing'}>
      <p className="quiet">
        Every order needs these values. Set one value for all rows, or leave it empty and fill in each row.
      </p>
      {missing.map(([column, count]) => (
        <MissingColumn key={column} column={column} count={count} />
      ))}
    </Card>
  );
}

function MissingColumn({ column, count }: { column: string; count: number }) {
  const [text, setText] = useState('');
  return (
    <form
      className="missing-column"
      onSubmit={(event) => {
        event.preventDefault();
        changeDraft((draft) => addColumn(draft, column, text.trim()));
      }}
    >
      <Input
        label={`${column} for all rows`}
        hint={`${hints[column] ? `${hints[column]} ` : ''}Missing in ${plural(count, 'row')}.`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" icon="plus">
        Add column
      </Button>
    </form>
  );
}
