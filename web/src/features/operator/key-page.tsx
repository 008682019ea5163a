import { useState } from 'react';
import { useParams } from 'wouter';
import type { GetAnyKeyOutput, LimitKeyInput } from '../../../../sdk/src/index.ts';
import { useAddressPart } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { parseMoney, typedMoney } from '../../lib/format.ts';
import { WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { CopyButton, Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { CustomerLink } from './customer-page.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import { KeyState } from './key-state.tsx';
import './operator.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { RequestsCard, SubjectPage, toOperations } from './subject-page.tsx';

type Key = GetAnyKeyOutput;

export function OperatorKeyPage() {
  const { id = '' } = useParams();
  const key = useData(['operator-key', id], (api, options) => api.getAnyKey({ key_id: id }, options), {
    refresh: 10_000,
  });
  return (
    <SubjectPage data={key} title="Key" icon="key" missing="There is no such key">
      {(value) => <Shown shown={value} />}
    </SubjectPage>
  );
}

function Shown({ shown: key }: { shown: Key }) {
  const [asks, setAsks] = useAddressPart('dialog');
  const name = key.label || 'Without a name';
  const close = () => setAsks(null);
  return (
    <Page
      title={name}
      heading={
        <>
          <span className="break">{name}</span>
          <KeyState of={key} />
          <WorldBadge world={key.world} />
        </>
      }
      back={toOperations}
      lead={<CustomerLink id={key.account_id} email={key.account_email} />}
      actions={
        key.revoked_at === null && (
          <>
            <Button icon="lock" onClick={() => setAsks('limits')}>
              Change its limits
            </Button>
            <Button kind={key.frozen_at ? 'primary' : 'danger'} onClick={() => setAsks('freeze')}>
              {key.frozen_at ? 'Thaw' : 'Freeze'}
            </Button>
          </>
        )
      }
    >
      <div className="columns">
        <div className="stack">
          <Card title="What it may">
            <KeyFacts of={key} />
          </Card>
          <RequestsCard requests={key.requests} />
        </div>
        <Card title="What operators did">
          <AuditEntries entries={key.audit} />
        </Card>
      </div>
      {asks === 'limits' && <LimitsDialog of={key} onClose={close} />}
      {asks === 'freeze' && <FreezeDialog of={key} onClose={close} />}
    </Page>
  );
}

const orNone = (cents: number | null) => (cents === null ? 'No limit' : <Money cents={cents} />);

const KeyFacts = ({ of: key }: { of: Key }) => (
  <Facts
    rows={[
      ['A day', orNone(key.limits.spend_per_day_cents)],
      ['Held today', <Money key="today" cents={key.spent_today_cents} />],
      ['An order', orNone(key.limits.spend_per_order_cents)],
      ['Retailers', key.limits.allowed_retailers?.join(', ') ?? 'Every one'],
      ['Scopes', key.scopes.join(', ')],
      ['From', key.allowed_addresses?.join(', ') ?? 'Everywhere'],
      ['Ends with', `…${key.hint}`],
      ['Made', <Moment key="made" at={key.created_at} />],
      ['Used', key.last_used_at ? <TimeAgo key="used" at={key.last_used_at} /> : 'Never'],
      ['Expires', key.expires_at ? <Moment key="until" at={key.expires_at} /> : 'Never'],
      ['Id', <CopyButton key="id" text={key.id} label={key.id.slice(0, 8)} />],
    ]}
  />
);

const typed = (cents: number | null): string => (cents === null ? '' : typedMoney(cents));
const isAmount = (text: string): boolean => text.trim() === '' || parseMoney(text) !== null;

function LimitsDialog({ of: key, onClose }: { of: Key; onClose(): void }) {
  const [perDay, setPerDay] = useState(typed(key.limits.spend_per_day_cents));
  const [perOrder, setPerOrder] = useState(typed(key.limits.spend_per_order_cents));
  const isSound = isAmount(perDay) && isAmount(perOrder);
  const change = useChange<LimitKeyInput['body']>((api, body) => api.limitKey({ key_id: key.id, body }), {
    changes: ['operator-key', 'operator-customer', 'operator-audit'],
    onDone() {
      notify('The limits are changed.');
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={`What may “${key.label}” spend?`}
      action="Change them"
      kind="primary"
      isBusy={change.isPending}
      error={change.error}
      isSound={isSound}
      onConfirm={(reason) =>
        change.mutate({
          spend_per_day_cents: parseMoney(perDay),
          spend_per_order_cents: parseMoney(perOrder),
          reason,
        })
      }
      onClose={onClose}
      fields={(isTried) => (
        <>
          <LimitField label="A day" value={perDay} isTried={isTried} onChange={setPerDay} />
          <LimitField label="An order" value={perOrder} isTried={isTried} onChange={setPerOrder} />
        </>
      )}
    >
      It counts from the next order on. Orders that were accepted go on.
    </ReasonDialog>
  );
}

interface LimitFieldProps {
  label: string;
  value: string;
  isTried: boolean;
  onChange(value: string): void;
}

const LimitField = ({ label, value, isTried, onChange }: LimitFieldProps) => (
  <Input
    label={label}
    before="$"
    inputMode="decimal"
    hint="Empty: no limit."
    value={value}
    error={isTried && !isAmount(value) ? 'Write an amount such as 250, or leave it empty for no limit.' : undefined}
    onChange={(event) => onChange(event.target.value)}
  />
);
