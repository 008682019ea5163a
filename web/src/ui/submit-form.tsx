import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Actions } from './dialog.tsx';
import { Form } from './form.tsx';
import type { IconName } from './icon.tsx';
import { ErrorNote } from './states.tsx';

interface SubmitFormProps {
  /** Unique among the forms on a page. */
  name: string;
  /** Label of the button. */
  action: string;
  kind?: 'primary' | 'plain' | 'danger';
  icon?: IconName;
  isDisabled?: boolean;
  /** The mutation it runs. */
  change: { isPending: boolean; error: unknown };
  onSubmit(): void;
  children: ReactNode;
}

/** A form on a page: fields, the error and the button. */
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
