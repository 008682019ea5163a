import { useRetailers } from '../lib/retailers.ts';
import { Checkbox } from './field.tsx';

interface StoreChoiceProps {
  /** Null: all stores. */
  chosen: string[] | null;
  error: string | undefined;
  onChange(chosen: string[] | null): void;
}

/** Allows all stores, or only some. */
export function StoreChoice({ chosen, error, onChange }: StoreChoiceProps) {
  const retailers = useRetailers();
  return (
    <div>
      <Checkbox
        label="Only these stores"
        checked={chosen !== null}
        onChange={(event) => onChange(event.target.checked ? [] : null)}
      />
      {chosen !== null && (
        <fieldset className="checkboxes">
          <legend className="hidden">Allowed stores</legend>
          {retailers.data?.retailers.map(({ retailer, display_name: name }) => (
            <Checkbox
              key={retailer}
              label={name}
              checked={chosen.includes(retailer)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, retailer] : chosen.filter((other) => other !== retailer))
              }
            />
          ))}
        </fieldset>
      )}
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}
