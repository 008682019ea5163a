import { useState } from 'react';
import { useParams } from 'wouter';
import type { DecideSignInRequestOutput, GetSignInRequestOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Choices } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Loaded, Note } from '../../ui/states.tsx';

/** An app asks for access to the account. If the person agrees, it gets its own key. */
export function ConnectPage() {
  const { id = '' } = useParams();
  const asked = useData(['sign-in-request', id], (api, options) => api.getSignInRequest({ request_id: id }, options));
  return (
    <Page title="Connect an app" lead="The app gets its own API key. You can revoke it under API keys." isNarrow>
      <Loaded data={asked}>
        {(value) => (value.status === 'pending' ? <Decide asked={value} /> : <RequestClosed />)}
      </Loaded>
    </Page>
  );
}

const RequestClosed = () => (
  <Note title="This request has expired">
    It was already allowed or denied, or it timed out. Start again in the app.
  </Note>
);

const scopeTexts: Record<GetSignInRequestOutput['scopes'][number], string> = {
  read: 'view orders, wallet and policies',
  order: 'place, cancel and return orders',
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

function targetOf({ redirect_host: host, redirect_uri: uri }: GetSignInRequestOutput): string {
  if (loopback.includes(host)) return 'An app on this computer';
  return uri.startsWith('https:') ? host : `An app on this device (${host.slice(0, -1)})`;
}

type World = 'test' | 'live';

function Decide({ asked }: { asked: GetSignInRequestOutput }) {
  const [world, setWorld] = useState<World>('test');
  const decide = useChange<boolean, DecideSignInRequestOutput>(
    (api, granted) => api.decideSignInRequest({ request_id: asked.id, body: { granted, world } }),
    { changes: ['keys'], onDone: ({ redirect_to: address }) => location.assign(address) },
  );
  return (
    <Card title={`Let “${asked.name}” use your account?`}>
      <Facts
        rows={[
          ['The app can', asked.scopes.map((scope) => scopeTexts[scope]).join('; ')],
          ['Redirects to', targetOf(asked)],
          ['Full URL', <code key="uri">{asked.redirect_uri}</code>],
        ]}
      />
      <Choices<World>
        label="Mode"
        name="world"
        value={world}
        options={[
          { value: 'test', label: 'Sandbox: test money, no real orders' },
          { value: 'live', label: 'Live: your wallet, real orders' },
        ]}
        onChoose={setWorld}
      />
      <Note tone="warn" title="Allow only if you started this request">
        The app chose its own name, which we haven't verified. Check the URL it redirects to. Your spending policies
        apply to the app, and it can't change them.
      </Note>
      {decide.error && <ErrorNote error={decide.error} />}
      <Actions>
        <ButtonLink kind="quiet" to="/app/policies">
          Spending policies
        </ButtonLink>
        <Button isBusy={decide.isPending} onClick={() => decide.mutate(false)}>
          Deny
        </Button>
        <Button kind="primary" isBusy={decide.isPending} onClick={() => decide.mutate(true)}>
          Allow
        </Button>
      </Actions>
    </Card>
  );
}
