import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Delivery } from './delivery.ts';

/** Sends another body to the endpoint of a delivery, marked as edited. */
export function EditDelivery({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const [text, setText] = useState(() => indented(delivery.body));
  const resend = useChange(
    (api, _input, options) =>
      api.resendEditedWebhookDelivery({ delivery_id: delivery.id, body: { body: text } }, options),
    {
      changes: ['deliveries', 'endpoints'],
      isMessage: true,
      onDone() {
        notify('Sent as a new delivery, marked as edited.');
        onClose();
      },
    },
  );
  const { body: error } = fieldErrorsOf(resend.error);
  return (
    <FormDialog
      title="Edit and resend"
      lead="The message gets a new ID that starts with msg_edited_. The log shows the original message and your name."
      action="Send edited message"
      isBusy={resend.isPending}
      error={error ? null : resend.error}
      onSubmit={() => resend.mutate()}
      onClose={onClose}
    >
      <div className="delivery-edit">
        <Textarea
          label="Body"
          hint="Keep type and data.id as they are."
          error={error}
          spellCheck={false}
          value={text}
          onChange={(change) => setText(change.target.value)}
        />
      </div>
    </FormDialog>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
