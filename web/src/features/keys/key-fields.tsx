import { keysOf } from '../../lib/fields.ts';
import { worldNames, worlds } from '../../lib/world.tsx';
import { Choices, Input } from '../../ui/field.tsx';
import { StoreChoice } from '../../ui/store-choice.tsx';
import { type FormErrors, type KeyForm, scopeLevels } from './limits.ts';

const scopeLevelNames = keysOf(scopeLevels);

interface KeyFieldsProps {
  form: KeyForm;
  errors: FormErrors;
  isNew: boolean;
  onChange(form: KeyForm): void;
}

export function KeyFields({ form, errors, isNew, onChange }: KeyFieldsProps) {
  return (
    <>
      <Input
        label="Name"
        hint="The app or person that uses the key."
        value={form.label}
        maxLength={100}
        error={errors.label}
        onChange={(event) => onChange({ ...form, label: event.target.value })}
      />
      {isNew && (
        <Choices
          label="Mode"
          name="key-world"
          value={form.world}
          options={worlds.map((world) => ({ value: world, label: worldNames[world] }))}
          onChoose={(world) => onChange({ ...form, world })}
        />
      )}
      <Choices
        label="Permissions"
        name="key-power"
        value={form.scopeLevel}
        options={scopeLevelNames.map((name) => ({ value: name, label: scopeLevels[name].label }))}
        onChoose={(scopeLevel) => onChange({ ...form, scopeLevel })}
      />
      <div className="form-row">
        <Input
          label="Daily limit"
          isOptional
          before="$"
          inputMode="decimal"
          value={form.perDay}
          error={errors.perDay}
          onChange={(event) => onChange({ ...form, perDay: event.target.value })}
        />
        <Input
          label="Limit per order"
          isOptional
          before="$"
          inputMode="decimal"
          value={form.perOrder}
          error={errors.perOrder}
          onChange={(event) => onChange({ ...form, perOrder: event.target.value })}
        />
      </div>
      <div className="form-row">
        <Input
          label="Expires"
          isOptional
          type="date"
          value={form.expires}
          error={errors.expires}
          onChange={(event) => onChange({ ...form, expires: event.target.value })}
        />
        <Input
          label="Allowed IP addresses"
          isOptional
          value={form.addresses}
          error={errors.addresses}
          onChange={(event) => onChange({ ...form, addresses: event.target.value })}
        />
      </div>
      <Input
        label="Allowed web origins"
        hint="For example, https://shop.example.com. Leave empty unless a web page uses the key. Anyone who opens that page can read the key."
        isOptional
        value={form.origins}
        error={errors.origins}
        onChange={(event) => onChange({ ...form, origins: event.target.value })}
      />
      <StoreChoice
        chosen={form.retailers}
        error={errors.retailers}
        onChange={(retailers) => onChange({ ...form, retailers })}
      />
    </>
  );
}
