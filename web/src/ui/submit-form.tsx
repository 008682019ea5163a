import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Actions } from './dialog.tsx';
import { Form } from './form.tsx';
import type { IconName } from './icon.tsx';
import { ErrorNote } from './states.tsx';

interface SubmitFormProps {
  /** What tells it from the other forms at the same address. */
  name: string;
  /** What the button says. */
  action: string;
  kind?: 'primary' | 'plain' | 'danger';
  icon?: IconName;
  isDisabled?: boolean;
  /** The call that it makes. */
  change: { isPending: boolean; error: unknown };
  onSubmit(): void;
  children: ReactNode;
}

/** A form on a page: fields, what went wrong, and the button that sends it. */
export function SubmitForm(props: SubmitFormProps) {
  const { name, action, kind = 'primary', icon, isDisabled = false, change, onSubmit, children } = props;
  return (
    <Form name={name} noValidate onSubmit={onSubmit}>
      {children}
      {change.error ? <ErrorNote error={change.error} /> : null}
      <Actions>
        <Button type="submit" kind={kind} icon={icon} isBusy={change.isPending} disabled={isDisabled}>
          {action}
        </Button>
      </Actions>
    </Form>
  );
}
