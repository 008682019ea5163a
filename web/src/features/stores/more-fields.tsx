import { Card } from '../../ui/card.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { type FieldsProps, Group, textField } from './form-parts.tsx';
import type { KindField } from './kinds.ts';

const billFields: readonly KindField[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'address_line1', label: 'Street and number' },
  { name: 'address_line2', label: 'Second line' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'postal_code', label: 'Postal code' },
  { name: 'country', label: 'Country', hint: 'Two letters, such as US.' },
  { name: 'phone_number', label: 'Phone' },
];

/** What is rarely said. */
export function More(props: FieldsProps) {
  return (
    <Card>
      <details className="store-more">
        <summary>More: countries, other addresses, who is billed</summary>
        <div className="form">
          <div className="form-row">
            <Input
              label="Ships to"
              hint="Country codes such as US, FR. Empty: the store decides."
              isOptional
              {...textField(props, 'countries')}
            />
            <Input label="Currency" required maxLength={3} {...textField(props, 'currency')} />
          </div>
          <Input
            label="Address of its API"
            hint="Where it is not at the storefront."
            isOptional
            type="url"
            {...textField(props, 'apiUrl', 'api_url')}
          />
          <Textarea
            label="Other addresses of the same store"
            hint="One on each line, such as https://www.shop.example.com."
            isOptional
            {...textField(props, 'also')}
          />
          <Textarea
            label="Other settings, as JSON"
            isOptional
            spellCheck={false}
            {...textField(props, 'otherSettings', 'settings')}
          />
          <fieldset className="form">
            <legend className="field-label">Bill to (empty: the recipient)</legend>
            <div className="form-row">
              <Group {...props} group="billTo" fields={billFields} />
            </div>
          </fieldset>
        </div>
      </details>
    </Card>
  );
}
