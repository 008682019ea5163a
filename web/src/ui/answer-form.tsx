import { useState } from 'react';
import { fieldsOf } from '../lib/fields.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { Actions } from './dialog.tsx';
import { Choices, Input } from './field.tsx';
import { Form } from './form.tsx';
import { ErrorNote } from './states.tsx';
import { ExternalLink } from './text.tsx';

export interface FormAction {
  id: string;
  kind: string;
  details: Record<string, unknown>;
  answer_schema: Record<string, unknown>;
  url: string | null;
}

interface AnswerFormProps {
  action: FormAction;
  isBusy: boolean;
  error: unknown;
  onAnswer(answer: Record<string, unknown>): void;
}

interface Property {
  type?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  pattern?: string;
  writeOnly?: boolean;
}

const propertiesOf = ({ answer_schema: schema }: FormAction): [string, Property][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Property>);

/** The form for an answer's JSON Schema: yes or no, a confirmation, or a few fields. */
export function AnswerForm(props: AnswerFormProps) {
  const names = propertiesOf(props.action).map(([name]) => name);
  if (names.includes('approved')) return <YesOrNo {...props} />;
  if (names.length === 1 && names[0] === 'done') return <Done {...props} />;
  return <Fields {...props} />;
}

/** Both answers are confirmed: one spends money, the other ends the order. */
function YesOrNo({ isBusy, error, onAnswer }: AnswerFormProps) {
  const [asks, setAsks] = useState<'yes' | 'no' | null>(null);
  const close = () => setAsks(null);
  return (
    <>
      {Boolean(error) && <ErrorNote error={error} />}
      <Actions>
        <Button kind="danger" isBusy={isBusy} onClick={() => setAsks('no')}>
          Decline
        </Button>
        <Button kind="primary" isBusy={isBusy} onClick={() => setAsks('yes')}>
          Approve
        </Button>
      </Actions>
      <Confirm
        title={asks === 'no' ? 'Decline this order?' : 'Approve this order?'}
        isOpen={asks !== null}
        action={asks === 'no' ? 'Decline order' : 'Approve order'}
        otherwise="Go back"
        kind={asks === 'no' ? 'danger' : 'primary'}
        isBusy={isBusy}
        error={null}
        onClose={close}
        onConfirm={() => {
          onAnswer({ approved: asks === 'yes' });
          close();
        }}
      >
        <p>
          {asks === 'no'
            ? 'The order will be canceled and the hold released.'
            : 'The order will be placed for no more than its maximum price.'}
        </p>
      </Confirm>
    </>
  );
}

function Done({ action, isBusy, error, onAnswer }: AnswerFormProps) {
  return (
    <>
      {action.url && (
        <p>
          <ExternalLink href={action.url}>Open the page</ExternalLink>
        </p>
      )}
      {Boolean(error) && <ErrorNote error={error} />}
      <Actions>
        <Button kind="primary" isBusy={isBusy} onClick={() => onAnswer({ done: true })}>
          Done
        </Button>
      </Actions>
    </>
  );
}

function Fields({ action, isBusy, error, onAnswer }: AnswerFormProps) {
  const properties = propertiesOf(action);
  const [values, setValues] = useState<Record<string, string>>({});
  const isComplete = properties.every(([name]) => (values[name] ?? '').trim() !== '');
  return (
    <Form
      name={action.id}
      onSubmit={() => onAnswer(Object.fromEntries(properties.map(([name]) => [name, (values[name] ?? '').trim()])))}
    >
      {properties.map(([name, property]) => (
        <Field
          key={name}
          name={name}
          property={property}
          action={action}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {Boolean(error) && <ErrorNote error={error} />}
      <Actions>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isComplete}>
          Submit
        </Button>
      </Actions>
    </Form>
  );
}

interface FieldProps {
  name: string;
  property: Property;
  action: FormAction;
  value: string;
  onChange(value: string): void;
}

function Field({ name, property, action, value, onChange }: FieldProps) {
  const label = property.title ?? name;
  if (property.enum) {
    const options = property.enum.map((choice) => ({
      value: String(choice),
      label: labelOf(action, String(choice)),
    }));
    return <Choices label={label} name={name} value={value || null} options={options} onChoose={onChange} />;
  }
  return (
    <Input
      label={label}
      hint={property.description}
      value={value}
      maxLength={property.maxLength ?? 200}
      autoComplete={property.writeOnly ? 'one-time-code' : 'off'}
      inputMode={property.pattern?.includes('[0-9]') ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The label of an option, if the details have one. */
function labelOf({ details }: FormAction, id: string): string {
  const choices = Array.isArray(details.choices) ? details.choices.map(fieldsOf) : [];
  const label = choices.find((choice) => String(choice.id) === id)?.label;
  return typeof label === 'string' ? label : id;
}
