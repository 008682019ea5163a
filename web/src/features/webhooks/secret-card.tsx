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

/** The secret is loaded when it is shown and deleted when it is hidden. */
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
        notify('Secret rotated. The old one stays valid for 24 hours.');
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
      <p className="quiet">For webhook URLs set on /v1 orders. Each endpoint has its own secret.</p>
      {shown ? (
        <>
          <CopyLine text={shown.secret} label="Signing secret" />
          {shown.previous.map((old) => (
            <div key={old.secret} className="stack">
              <p className="quiet small">
                Messages are also signed with the previous secret until <Moment at={old.valid_until} />:
              </p>
              <CopyLine text={old.secret} label="Previous secret" />
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
          Show secret
        </Button>
      )}
      {show.error && <ErrorNote error={show.error} onRetry={() => show.mutate()} />}
      <Confirm
        title="Rotate secret?"
        isOpen={dialog === 'rotate' && may('rotateWebhookSecret')}
        action="Rotate secret"
        kind="primary"
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      >
        <p>Messages are signed with both secrets for 24 hours. Update your apps within that time.</p>
      </Confirm>
    </Card>
  );
}
