import type { ReactNode } from 'react';
import { Input, Select } from '../../ui/field.tsx';
import type { KindField } from './kinds.ts';
import type { FormErrors, StoreForm } from './store-form.ts';

export interface FieldsProps {
  form: StoreForm;
  errors: FormErrors;
  /** Name, kind and mode can be chosen for a new store only. */
  isNew: boolean;
  /** Names of the saved secrets. */
  kept: readonly string[];
  onChange(form: StoreForm): void;
}

type TextFieldName = { [Name in keyof StoreForm]: StoreForm[Name] extends string ? Name : never }[keyof StoreForm];
type Groups = 'payment' | 'settings' | 'secrets' | 'billTo';

/** A text field and its name in the API. */
export function textField({ form, errors, onChange }: FieldsProps, field: TextFieldName, wire: string = field) {
  return {
    name: field,
    value: form[field],
    error: errors[field] ?? errors[wire],
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [field]: event.target.value }),
  };
}

export function Group(
  props: FieldsProps & { group: Groups; fields: readonly KindField[]; isSecret?: boolean },
): ReactNode {
  const { form, errors, group, fields, isSecret = false, onChange } = props;
  const wire = { payment: 'payment', settings: 'settings', secrets: 'credentials', billTo: 'bill_to' }[group];
  return fields.map(({ name, label, hint, isNeeded = false, type }) => {
    const change = (value: string) => onChange({ ...form, [group]: { ...form[group], [name]: value } });
    const field = {
      label,
      hint,
      name: `${group}.${name}`,
      isOptional: !isNeeded,
      value: form[group][name] ?? '',
      error: errors[name === '' ? wire : `${wire}.${name}`],
    };
    if (type === 'boolean') return <Select key={field.name} {...field} options={yesOrNo} onChoose={change} />;
    return (
      <Input
        key={field.name}
        {...field}
        required={isNeeded}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        onChange={(event) => change(event.target.value)}
      />
    );
  });
}

const yesOrNo = [
  { value: '', label: 'Not set' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
