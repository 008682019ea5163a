import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import './field.css';
import { Icon } from './icon.tsx';

interface FieldLook {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Only screen readers get the label. */
  hideLabel?: boolean;
}

interface Control {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function Field({
  label,
  hint,
  error,
  hideLabel = false,
  isOptional,
  children,
}: FieldLook & { isOptional: boolean; children: (control: Control) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={id} className={hideLabel ? 'hidden' : 'field-label'}>
        {label}
        {isOptional && !hideLabel && <span className="field-optional"> optional</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps = FieldLook &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    ref?: Ref<HTMLInputElement>;
    /** Shown inside the field, before the text: a currency or an icon. */
    before?: ReactNode;
    /** Adds "optional" to the label. */
    isOptional?: boolean;
  };

export function Input({ label, hint, error, hideLabel, before, isOptional = false, ...rest }: InputProps) {
  const look = { label, hint, error, hideLabel: hideLabel ?? false, isOptional };
  return (
    <Field {...look}>
      {(control) =>
        before ? (
          <span className="input-with">
            <span className="input-before" aria-hidden="true">
              {before}
            </span>
            <input {...rest} {...control} className="input" />
          </span>
        ) : (
          <input {...rest} {...control} className="input" />
        )
      }
    </Field>
  );
}

type SelectProps<Value extends string> = FieldLook &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    options: readonly { value: Value; label: string; isDisabled?: boolean }[];
    isOptional?: boolean;
    onChoose?: (value: NoInfer<Value>) => void;
  };

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, hideLabel, options, isOptional = false, onChoose, ...rest } = props;
  const choose = (given: string) => {
    const chosen = options.find(({ value }) => value === given);
    if (chosen) onChoose?.(chosen.value);
  };
  const look = { label, hint, error, hideLabel: hideLabel ?? false, isOptional };
  return (
    <Field {...look}>
      {(control) => (
        <span className="select">
          <select onChange={(event) => choose(event.target.value)} {...rest} {...control} className="input">
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={16} />
        </span>
      )}
    </Field>
  );
}

type TextareaProps = FieldLook & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { isOptional?: boolean };

export function Textarea({ label, hint, error, hideLabel, isOptional = false, ...rest }: TextareaProps) {
  const look = { label, hint, error, hideLabel: hideLabel ?? false, isOptional };
  return <Field {...look}>{(control) => <textarea rows={3} {...rest} {...control} className="input" />}</Field>;
}

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input {...rest} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

type ChoicesProps<Value extends string> = {
  label: string;
  name: string;
  value: Value | null;
  options: readonly { value: Value; label: ReactNode; isDisabled?: boolean }[];
  onChoose(value: Value): void;
};

/** Radio buttons that look like a row of buttons. */
export function Choices<Value extends string>({ label, name, value, options, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className="choices">
      <legend className="field-label">{label}</legend>
      <div className="choices-row">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled ?? false}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
