import { type ReactNode, useState } from 'react';
import type { Api } from '../../lib/api.ts';
import { useChange } from '../../lib/data.ts';
import { Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

export interface ReasonDialogProps {
  title: string;
  action: string;
  kind?: 'primary' | 'danger';
  /** The call, with the reason. */
  act(api: Api, reason: string): Promise<unknown>;
  /** Text of the toast afterwards. */
  done: string;
  /** What to refetch afterwards, besides the audit log. */
  changes: readonly string[];
  onClose(): void;
  /** Text above the fields. */
  children: ReactNode;
  /** Fields above the reason. They show problems after the first attempt. */
  fields?(isTried: boolean): ReactNode;
  /** Whether those fields are valid. */
  isSound?: boolean;
  /** Hint below the reason: who sees it. */
  hint?: string;
}

/** The dialog for every operator action. It asks for a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, kind = 'danger', act, done, changes, onClose, children, isSound = true } = props;
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const text = reason.trim();
  const change = useChange<string>((api, given) => act(api, given), {
    changes: [...changes, 'operator-audit'],
    onDone() {
      notify(done);
      onClose();
    },
  });
  const submit = () => {
    setIsTried(true);
    if (isSound && text !== '') change.mutate(text);
  };
  return (
    <FormDialog
      title={title}
      lead={children}
      action={action}
      kind={kind}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {props.fields?.(isTried)}
      <Textarea
        label="Reason"
        hint={props.hint ?? 'Visible to other operators and in the audit log.'}
        maxLength={500}
        value={reason}
        error={isTried && text === '' ? 'Enter a reason.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
