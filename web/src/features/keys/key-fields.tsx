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
        hint="For you to recognise it by: the program or the person that uses it."
        value={form.label}
        maxLength={100}
        error={errors.label}
        onChange={(event) => onChange({ ...form, label: event.target.value })}
      />
      {isNew && (
        <Choices
          label="World"
          name="key-world"
          value={form.world}
          options={worlds.map((world) => ({ value: world, label: worldNames[world] }))}
          onChoose={(world) => onChange({ ...form, world })}
        />
      )}
      <Choices
        label="What it may do"
        name="key-power"
        value={form.scopeLevel}
        options={scopeLevelNames.map((name) => ({ value: name, label: scopeLevels[name].label }))}
        onChoose={(scopeLevel) => onChange({ ...form, scopeLevel })}
      />
      <div className="form-row">
        <Input
          label="Most per day"
          isOptional
          before="$"
          inputMode="decimal"
          value={form.perDay}
          error={errors.perDay}
          onChange={(event) => onChange({ ...form, perDay: event.target.value })}
        />
        <Input
          label="Most per order"
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
          label="Good until"
          isOptional
          type="date"
          value={form.expires}
          error={errors.expires}
          onChange={(event) => onChange({ ...form, expires: event.target.value })}
        />
        <Input
          label="Only from these addresses"
          isOptional
          value={form.addresses}
          error={errors.addresses}
          onChange={(event) => onChange({ ...form, addresses: event.target.value })}
        />
      </div>
      <Input
        label="Web pages that may use it"
        hint="Origins such as https://shop.example.com. Leave it empty unless the key is in a page: anyone who opens that page has the key."
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
        label="May buy at every retailer"
        checked={chosen === null}
        onChange={(event) => onChange({ ...form, retailers: event.target.checked ? null : [] })}
      />
      {chosen !== null && (
        <fieldset className="retailer-choice">
          <legend className="hidden">Retailers that it may buy at</legend>
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
