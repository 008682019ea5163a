import { Input, Select } from '../../ui/field.tsx';
import { type Address, addressForm, countryName, everyCountry, usStates } from './address.ts';

interface AddressFieldsProps {
  address: Address;
  countries: readonly string[];
  /** The service's error texts, by field. */
  errors: Record<string, string>;
  onChange(address: Address): void;
}

const stateOptions = [{ value: '', label: 'Choose' }, ...usStates.map((state) => ({ value: state, label: state }))];

export function AddressFields({ address, countries, errors, onChange }: AddressFieldsProps) {
  const field = (name: keyof Address) => ({
    name,
    value: address[name],
    error: errors[`shipping_address.${name}`],
    onChange: (event: { target: { value: string } }) => onChange({ ...address, [name]: event.target.value }),
  });
  const offered = countries.length === 0 ? everyCountry : countries;
  const form = addressForm(address.country);
  const digits = form.hasDigitCode ? ({ inputMode: 'numeric' } as const) : {};
  // States differ by country.
  const changeCountry = (event: { target: { value: string } }) =>
    onChange({ ...address, country: event.target.value, state: '' });
  return (
    <div className="form">
      <div className="form-row">
        <Input label="First name" required autoComplete="given-name" maxLength={100} {...field('first_name')} />
        <Input label="Last name" required autoComplete="family-name" maxLength={100} {...field('last_name')} />
      </div>
      <Select
        label="Country"
        required
        autoComplete="country"
        options={offered.map((value) => ({ value, label: countryName(value) }))}
        {...field('country')}
        onChange={changeCountry}
      />
      <Input label={form.street} required autoComplete="address-line1" {...field('address_line1')} />
      <Input label="Apt, suite, floor" isOptional autoComplete="address-line2" {...field('address_line2')} />
      <div className="form-row form-row-tight">
        <Input label="City" required autoComplete="address-level2" {...field('city')} />
        {address.country === 'US' ? (
          <Select label="State" required autoComplete="address-level1" options={stateOptions} {...field('state')} />
        ) : (
          form.region !== null && (
            <Input
              label={form.region}
              isOptional
              autoComplete="address-level1"
              hint={form.regionHint}
              {...field('state')}
            />
          )
        )}
        <Input
          label="Postal code"
          required
          autoComplete="postal-code"
          hint={form.codeHint}
          {...digits}
          {...field('postal_code')}
        />
      </div>
      <Input label="Phone" required type="tel" autoComplete="tel" hint="For the carrier" {...field('phone_number')} />
    </div>
  );
}
