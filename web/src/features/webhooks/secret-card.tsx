import { useState } from 'react';
import type { GetWebhookSecretOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange } from '../../lib/data.ts';
import { useMay } from '../../lib/role.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { Moment } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';

/** The secret is fetched when it is to be shown, and forgotten when it is hidden. */
export function SecretCard() {
  const may = useMay();
  const [dialog, setDialog] = useQueryParam('dialog');
  const close = () => setDialog(null);
  const [shown, setShown] = useState<GetWebhookSecretOutput | null>(null);
  const show = useChange<void, GetWebhookSecretOutput>((api) => api.getWebhookSecret(), { onDone: setShown });
  const rotate = useChange<void, GetWebhookSecretOutput>(
    (api, _input, options) => api.rotateWebhookSecret({}, options),
    {
      onDone(secrets) {
        setShown(secrets);
        close();
        notify('There is a new secret. The old one signs beside it for 24 hours.');
      },
    },
  );
  return (
    <Card
      title="Signing secret"
      action={
        <Button size="small" icon="refresh" does="rotateWebhookSecret" onClick={() => setDialog('rotate')}>
          Rotate
        </Button>
      }
    >
      <p className="quiet">
        For the addresses that orders of the earlier API name. Each endpoint has a secret of its own.
      </p>
      {shown ? (
        <>
          <CopyLine text={shown.secret} label="Signing secret" />
          {shown.previous.map((old) => (
            <div key={old.secret} className="stack">
              <p className="quiet small">
                Also signs until <Moment at={old.valid_until} />:
              </p>
              <CopyLine text={old.secret} label="Former secret" />
            </div>
          ))}
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              setShown(null);
              show.reset();
              rotate.reset();
            }}
          >
            Hide
          </Button>
        </>
      ) : (
        <Button icon="lock" does="getWebhookSecret" isBusy={show.isPending} onClick={() => show.mutate()}>
          Show the secret
        </Button>
      )}
      {show.error && <ErrorNote error={show.error} onRetry={() => show.mutate()} />}
      <Confirm
        title="Make a new secret?"
        isOpen={dialog === 'rotate' && may('rotateWebhookSecret')}
        action="Rotate secret"
        otherwise="Keep it"
        kind="primary"
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      >
        <p>
          Messages are signed with the new and the old secret for 24 hours. Put the new one into your programs within
          that time, and nothing is lost.
        </p>
      </Confirm>
    </Card>
  );
}
