import { Card } from '../../ui/card.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { type FieldsProps, Group, textField } from './form-parts.tsx';
import type { KindField } from './kinds.ts';

const billFields: readonly KindField[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'address_line1', label: 'Street address' },
  { name: 'address_line2', label: 'Address line 2' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'postal_code', label: 'Postal code' },
  { name: 'country', label: 'Country', hint: 'Two letters, such as US.' },
  { name: 'phone_number', label: 'Phone' },
];

/** Rarely used settings. */
export function More(props: FieldsProps) {
  return (
    <Card>
      <details className="store-more">
        <summary>Advanced: countries, other URLs, billing</summary>
        <div className="form">
          <div className="form-row">
            <Input
              label="Ships to"
              hint="Country codes, such as US or FR. Leave empty to let the store decide."
              isOptional
              {...textField(props, 'countries')}
            />
            <Input label="Currency" required maxLength={3} {...textField(props, 'currency')} />
          </div>
          <Input
            label="API URL"
            hint="Only if it differs from the storefront URL."
            isOptional
            type="url"
            {...textField(props, 'apiUrl', 'api_url')}
          />
          <Textarea
            label="Other URLs for this store"
            hint="One per line, such as https://www.shop.example.com."
            isOptional
            {...textField(props, 'also')}
          />
          <Textarea
            label="Other settings (JSON)"
            isOptional
            spellCheck={false}
            {...textField(props, 'otherSettings', 'settings')}
          />
          <fieldset className="form">
            <legend className="field-label">Bill to (leave empty to bill the recipient)</legend>
            <div className="form-row">
              <Group {...props} group="billTo" fields={billFields} />
            </div>
          </fieldset>
        </div>
      </details>
    </Card>
  );
}
