import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ApproveDeviceOutput, GetDeviceCodeOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { useMe } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { Checkbox, Input } from '../../ui/field.tsx';
import { SignedOutPage } from '../../ui/signed-out-page.tsx';
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx';

/** Approves the code that an app shows, which gives the app a key. */
export function DevicePage() {
  const [search, setSearch] = useSearchParams();
  const code = search.get('code') ?? '';
  if (code === '') return <EnterCode onCode={(entered) => setSearch({ code: entered })} />;
  return <Decide key={code} code={code} onOther={() => setSearch({})} />;
}

function EnterCode({ onCode }: { onCode(code: string): void }) {
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onCode(text.trim());
  };
  return (
    <SignedOutPage title="Connect a device" lead="Enter the code shown on your device.">
      <form className="front-choices" onSubmit={submit}>
        <Input
          label="Code"
          value={text}
          placeholder="WDJB-MJHT"
          autoComplete="off"
          onChange={(change) => setText(change.target.value)}
        />
        <Button kind="primary" type="submit">
          Continue
        </Button>
      </form>
    </SignedOutPage>
  );
}

function Decide({ code, onOther }: { code: string; onOther(): void }) {
  const asked = useData(['device', code], (api, options) => api.getDeviceCode({ user_code: code }, options));
  const [withheld, setWithheld] = useState<readonly Scope[]>(['policies']);
  const given = asked.data?.scopes.filter((scope) => !withheld.includes(scope)) ?? [];
  const decide = useChange<boolean, ApproveDeviceOutput>(
    (api, granted) => api.approveDevice({ body: { user_code: code, granted, ...(granted ? { scopes: given } : {}) } }),
    { changes: ['keys', 'me'] },
  );
  if (decide.data) {
    return (
      <SignedOutPage title={decide.data.message} lead="You can close this page.">
        <ButtonLink to="/app/keys" icon="key">
          View API keys
        </ButtonLink>
      </SignedOutPage>
    );
  }
  const isOver = asked.data && asked.data.status !== 'pending';
  if (isOver || isNotFound(asked.error) || isNotFound(decide.error)) {
    return (
      <SignedOutPage
        title="This code is no longer valid"
        lead="It was already used or denied, or it expired. Get a new code on your device."
      >
        <Button onClick={onOther}>Enter another code</Button>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage
      title="Give this device an API key?"
      lead="The key works until you revoke it under API keys, or until it goes unused for 90 days."
    >
      {asked.data ? (
        <>
          <Facts rows={factsOf(asked.data)} />
          <Scopes asked={asked.data.scopes} given={given} onWithhold={setWithheld} />
          {asked.data.sandbox_attached && (
            <Note tone="warn" title="The device's sandbox moves to your account">
              The orders and test money move to your sandbox, and the device's key keeps working.
            </Note>
          )}
          <Note tone="warn" title="Approve only if you started this request">
            If someone else sent you this code, deny the request. Anyone with the key can spend your money.
          </Note>
          <Choice
            code={code}
            isBusy={decide.isPending}
            isNothing={given.length === 0}
            onDecide={(granted) => decide.mutate(granted)}
          />
          {decide.error && <ErrorNote error={decide.error} />}
        </>
      ) : asked.error ? (
        <ErrorNote error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
    </SignedOutPage>
  );
}

type Scope = GetDeviceCodeOutput['scopes'][number];

const scopeLabels: Record<Scope, [label: string, hint: string]> = {
  read: ['View your account', 'Orders, wallet, products and settings'],
  order: ['Place orders', 'Buy with your wallet, and cancel and return orders'],
  manage: ['Manage retailer accounts and webhooks', 'Store logins and webhook endpoints'],
  policies: ['Edit spending policies', "Can raise or remove other keys' spending limits"],
};

/** What the app asked for. The person may grant less, never more. */
function Scopes({
  asked,
  given,
  onWithhold,
}: {
  asked: readonly Scope[];
  given: readonly Scope[];
  onWithhold(scopes: readonly Scope[]): void;
}) {
  return (
    <fieldset className="choices">
      <legend className="field-label">This key can</legend>
      {asked.map((scope) => (
        <Checkbox
          key={scope}
          label={scopeLabels[scope][0]}
          hint={scopeLabels[scope][1]}
          checked={given.includes(scope)}
          onChange={({ target }) =>
            onWithhold(asked.filter((each) => (each === scope ? !target.checked : !given.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}

const factsOf = ({ user_code: code, name, source }: GetDeviceCodeOutput) =>
  [
    ['Code', code],
    ['Key', name ?? 'Device key'],
    ['App', source ?? 'Not provided'],
  ] as const;

interface ChoiceProps {
  code: string;
  isBusy: boolean;
  /** No scope is left. */
  isNothing: boolean;
  onDecide(granted: boolean): void;
}

function Choice({ code, isBusy, isNothing, onDecide }: ChoiceProps) {
  const me = useMe();
  if (me.isPending) return <Skeleton height={44} />;
  if (!me.data) {
    return (
      <ButtonLink
        kind="primary"
        icon="mail"
        to={`/sign-in?next=${encodeURIComponent(`/device?code=${encodeURIComponent(code)}`)}`}
      >
        Sign in to continue
      </ButtonLink>
    );
  }
  return (
    <div className="front-choices">
      <Button kind="primary" icon="check" isBusy={isBusy} disabled={isNothing} onClick={() => onDecide(true)}>
        Approve as {me.data.email}
      </Button>
      <Button kind="quiet" isBusy={isBusy} onClick={() => onDecide(false)}>
        Deny
      </Button>
    </div>
  );
}
