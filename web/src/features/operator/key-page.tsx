import { useParams } from 'wouter';
import type { GetAnyKeyOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { parseMoney, typedMoney } from '../../lib/format.ts';
import { WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { CopyButton, Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { useTexts } from '../../ui/use-texts.ts';
import { CustomerLink, KeyState } from './cells.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ActivityCard, RequestsCard, SubjectPage } from './subject-page.tsx';

type Key = GetAnyKeyOutput;

export function OperatorKeyPage() {
  const { id = '' } = useParams();
  const [dialog, setDialog] = useQueryParam('dialog');
  const close = () => setDialog(null);
  const data = useData(['operator-key', id], (api, options) => api.getAnyKey({ key_id: id }, options), {
    refresh: 10_000,
  });
  return (
    <SubjectPage data={data} name="Key" icon="key" missing="Key not found">
      {(key) => ({
        title: key.label || 'Unnamed key',
        badges: (
          <>
            <KeyState of={key} />
            <WorldBadge world={key.world} />
          </>
        ),
        lead: <CustomerLink of={key} />,
        actions: key.revoked_at === null && (
          <>
            <Button icon="lock" onClick={() => setDialog('limits')}>
              Change limits
            </Button>
            <Button kind={key.frozen_at ? 'primary' : 'danger'} onClick={() => setDialog('freeze')}>
              {key.frozen_at ? 'Unfreeze' : 'Freeze'}
            </Button>
          </>
        ),
        main: (
          <>
            <AboutCard of={key} />
            <RequestsCard requests={key.requests} />
            {dialog === 'limits' && <LimitsDialog of={key} onClose={close} />}
            {dialog === 'freeze' && <FreezeDialog of={key} onClose={close} />}
          </>
        ),
        aside: <ActivityCard entries={key.audit} />,
      })}
    </SubjectPage>
  );
}

const orNone = (cents: number | null) => (cents === null ? 'No limit' : <Money cents={cents} />);

const AboutCard = ({ of: key }: { of: Key }) => (
  <Card title="Limits and usage">
    <Facts
      rows={[
        ['Daily limit', orNone(key.limits.spend_per_day_cents)],
        fact('On hold today', <Money cents={key.spent_today_cents} />),
        ['Limit per order', orNone(key.limits.spend_per_order_cents)],
        ['Stores', key.limits.allowed_retailers?.join(', ') ?? 'All'],
        ['Permissions', key.scopes.join(', ')],
        ['IP addresses', key.allowed_addresses?.join(', ') ?? 'All'],
        ['Ends with', `…${key.hint}`],
        fact('Created', <Moment at={key.created_at} />),
        fact('Last used', key.last_used_at ? <TimeAgo at={key.last_used_at} /> : 'Never'),
        fact('Expires', key.expires_at ? <Moment at={key.expires_at} /> : 'Never'),
        fact('ID', <CopyButton text={key.id} label={key.id.slice(0, 8)} />),
      ]}
    />
  </Card>
);

const typed = (cents: number | null): string => (cents === null ? '' : typedMoney(cents));
const problemOf = (text: string): string | undefined =>
  text.trim() === '' || parseMoney(text) !== null
    ? undefined
    : 'Enter an amount such as 250, or leave it empty for no limit.';

function LimitsDialog({ of: key, onClose }: { of: Key; onClose(): void }) {
  const { typed: limits, set } = useTexts({
    day: typed(key.limits.spend_per_day_cents),
    order: typed(key.limits.spend_per_order_cents),
  });
  const field = (label: string, name: 'day' | 'order', isTried: boolean) => (
    <Input
      label={label}
      before="$"
      inputMode="decimal"
      hint="Leave empty for no limit."
      value={limits[name]}
      error={isTried ? problemOf(limits[name]) : undefined}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  return (
    <ReasonDialog
      title={`Limits for “${key.label}”`}
      action="Change limits"
      kind="primary"
      act={(api, reason) =>
        api.limitKey({
          key_id: key.id,
          body: {
            spend_per_day_cents: parseMoney(limits.day),
            spend_per_order_cents: parseMoney(limits.order),
            reason,
          },
        })
      }
      done="Limits updated."
      changes={['operator-key', 'operator-customer']}
      isSound={[limits.day, limits.order].every((text) => problemOf(text) === undefined)}
      onClose={onClose}
      fields={(isTried) => (
        <>
          {field('Daily limit', 'day', isTried)}
          {field('Limit per order', 'order', isTried)}
        </>
      )}
    >
      Applies to new orders. Orders already accepted aren't affected.
    </ReasonDialog>
  );
}

interface FreezeDialogProps {
  of: { id: string; label: string; frozen_at: string | null };
  onClose(): void;
}

/** Freezes or unfreezes a key. */
export function FreezeDialog({ of: key, onClose }: FreezeDialogProps) {
  const isFrozen = key.frozen_at !== null;
  return (
    <ReasonDialog
      title={isFrozen ? `Unfreeze “${key.label}”?` : `Freeze “${key.label}”?`}
      action={isFrozen ? 'Unfreeze key' : 'Freeze key'}
      kind={isFrozen ? 'primary' : 'danger'}
      act={(api, reason) => api.freezeKey({ key_id: key.id, body: { frozen: !isFrozen, reason } })}
      done={isFrozen ? 'Key unfrozen.' : 'Key frozen.'}
      changes={['operator-key', 'operator-customer']}
      onClose={onClose}
    >
      {isFrozen
        ? 'The key works again within a second.'
        : "The key stops working everywhere within a second. Its existing orders aren't affected."}
    </ReasonDialog>
  );
}
