import { useState } from 'react';
import type { CheckStoreInput, CheckStoreOutput, Store } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import './stores.css';
import { Form } from '../../ui/form.tsx';

const stepLabels = {
  search: 'Search',
  product: 'Product',
  cart: 'Cart',
  total: 'Total',
  release: 'Cart emptied',
  lookup: 'Order lookup',
} as const;

const statusLabels = {
  ok: { label: 'Works', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Skipped', tone: 'neutral' },
} as const;

/** Tests a purchase up to the buy button. Nothing is bought. */
export function CheckCard({ store }: { store: Store }) {
  const [query, setQuery] = useState('');
  const [productUrl, setProductUrl] = useState('');
  const check = useChange<NonNullable<CheckStoreInput['body']>, CheckStoreOutput>(
    (api, body) => api.checkStore({ name: store.name, body }),
    { changes: ['operator-stores'] },
  );
  const submit = () => {
    check.mutate({
      ...(query.trim() ? { query: query.trim() } : {}),
      ...(productUrl.trim() ? { product_url: productUrl.trim() } : {}),
    });
  };
  return (
    <Card title="Check">
      <Form name="check" onSubmit={submit}>
        <p className="quiet">Runs a search, fills a cart, reads the total and empties the cart. No order is placed.</p>
        <div className="form-row">
          <Input
            label="Search for"
            isOptional
            maxLength={200}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <Input
            label="Product link"
            type="url"
            isOptional
            value={productUrl}
            onChange={(event) => setProductUrl(event.target.value)}
          />
        </div>
        {check.error && <ErrorNote error={check.error} />}
        <div aria-live="polite">{check.data && <Steps answer={check.data} />}</div>
        <Actions>
          <Button type="submit" kind="primary" icon="play" isBusy={check.isPending}>
            Run check
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}

function Steps({ answer: { ok, steps, warnings } }: { answer: CheckStoreOutput }) {
  return (
    <div className="stack">
      <Note tone={ok ? 'good' : 'bad'} title={ok ? 'The store is ready' : 'The check found problems'} />
      {warnings.map((warning) => (
        <Note key={warning} tone="warn" title={warning} />
      ))}
      <ol className="store-steps">
        {steps.map(({ step, status, message, duration_ms: duration }) => (
          <li key={step}>
            <strong>{stepLabels[step]}</strong>
            <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>
            <span className="store-step-words">
              {message}
              {status !== 'skipped' && <span className="quiet small"> {duration} ms</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
