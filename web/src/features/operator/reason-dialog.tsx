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
  /** What it does, with the reason that was given. */
  act(api: Api, reason: string): Promise<unknown>;
  /** What is shown when it is done. */
  done: string;
  /** Kinds of things that are loaded again afterwards; the audit log always is. */
  changes: readonly string[];
  onClose(): void;
  /** What is read first. */
  children: ReactNode;
  /** Fields above the reason; they say what is wrong with them once sending was tried. */
  fields?(isTried: boolean): ReactNode;
  /** Whether those fields can be sent. */
  isSound?: boolean;
  /** Who reads the reason. */
  hint?: string;
}

/** Every dialog in which an operator acts: what it is about, why, and the call itself. */
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
        hint={props.hint ?? 'For your colleagues and the audit log.'}
        maxLength={500}
        value={reason}
        error={isTried && text === '' ? 'Enter a reason.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
