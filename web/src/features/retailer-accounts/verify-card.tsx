import { useState } from 'react';
import type { VerifyManagedAccountOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { failureTexts } from '../../lib/labels.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { eventLabelOf, type RetailerAccount } from './retailer-account.ts';

/** Tests the login at the retailer and shows each step. */
export function VerifyCard({ account }: { account: RetailerAccount }) {
  const [retailer, setRetailer] = useState('');
  const [startedAt, setStartedAt] = useState('');
  const retailers = useRetailers();
  const verify = useChange<void, VerifyManagedAccountOutput>(
    (api) =>
      api.verifyManagedAccount({
        short_id: account.short_id,
        body: account.retailer ? {} : { retailer: retailer || null },
      }),
    { changes: ['retailer-accounts', 'retailer-account-events'] },
  );
  return (
    <Card title="Login">
      <p className="quiet">Logs in to the store once with the stored password and codes. No order is placed.</p>
      {!account.retailer && (
        <Select
          label="Store"
          value={retailer}
          options={[
            { value: '', label: 'Choose a store', isDisabled: true },
            ...(retailers.data?.retailers ?? [])
              .filter((brand) => brand.supported)
              .map((brand) => ({ value: brand.retailer, label: brand.display_name })),
          ]}
          onChange={(event) => setRetailer(event.target.value)}
        />
      )}
      <div>
        <Button
          does="verifyManagedAccount"
          kind="primary"
          icon="lock"
          isBusy={verify.isPending}
          disabled={!account.retailer && retailer === ''}
          onClick={() => {
            setStartedAt(new Date().toISOString());
            verify.mutate();
          }}
        >
          {verify.isPending ? 'Logging in' : 'Check login'}
        </Button>
      </div>
      {verify.isPending && <VerificationLog account={account} since={startedAt} />}
      {verify.error && <ErrorNote error={verify.error} />}
      {verify.data && <Outcome outcome={verify.data} />}
    </Card>
  );
}

/** Events since the test started. */
function VerificationLog({ account, since }: { account: RetailerAccount; since: string }) {
  const events = useData(
    ['retailer-account-events', account.short_id, 'course'],
    (api, options) => api.listManagedAccountEvents({ short_id: account.short_id, limit: 10 }, options),
    { refresh: 1000, freshFor: 0 },
  );
  const fresh = (events.data?.events ?? []).filter((event) => event.occurred_at >= since).toReversed();
  return (
    <ul className="verify-course" role="status">
      <li>Opening the login page…</li>
      {fresh.map((event) => (
        <li key={event.occurred_at + event.type}>{eventLabelOf(event.type)}</li>
      ))}
    </ul>
  );
}

function Outcome({ outcome }: { outcome: VerifyManagedAccountOutput }) {
  if (outcome.verified) {
    return (
      <div role="status">
        <Note tone="good" title="Login works">
          Orders can use this account.
        </Note>
      </div>
    );
  }
  const words = failureTexts[outcome.error_type ?? ''];
  return (
    <div role="alert">
      <Note tone="bad" title={words?.title ?? 'Login failed'}>
        {outcome.message} {words?.advice}
      </Note>
    </div>
  );
}
