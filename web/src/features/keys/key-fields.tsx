import { keysOf } from '../../lib/fields.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { worldNames, worlds } from '../../lib/world.tsx';
import { Checkbox, Choices, Input } from '../../ui/field.tsx';
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
        hint="The app or person that uses it."
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
        hint="Such as https://shop.example.com. Leave empty unless a web page uses the key. Anyone who opens that page can read the key."
        isOptional
        value={form.origins}
        error={errors.origins}
        onChange={(event) => onChange({ ...form, origins: event.target.value })}
      />
      <RetailerChoice form={form} error={errors.retailers} onChange={onChange} />
    </>
  );
}

function RetailerChoice({
  form,
  error,
  onChange,
}: Pick<KeyFieldsProps, 'form' | 'onChange'> & { error: string | undefined }) {
  const retailers = useRetailers();
  const chosen = form.retailers;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ ...form, retailers: (chosen ?? []).filter((other) => other !== id).concat(isOn ? [id] : []) });
  return (
    <div>
      <Checkbox
        label="Can order from all stores"
        checked={chosen === null}
        onChange={(event) => onChange({ ...form, retailers: event.target.checked ? null : [] })}
      />
      {chosen !== null && (
        <fieldset className="retailer-choice">
          <legend className="hidden">Allowed stores</legend>
          {retailers.data?.retailers.map((brand) => (
            <Checkbox
              key={brand.retailer}
              label={brand.display_name}
              checked={chosen.includes(brand.retailer)}
              onChange={(event) => toggle(brand.retailer, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}
