import { useId } from 'react';
import { IconButton } from '../../ui/button.tsx';

interface QuantityProps {
  value: number;
  max: number;
  onChange(value: number): void;
}

export function Quantity({ value, max, onChange }: QuantityProps) {
  const id = useId();
  const set = (next: number) => onChange(Math.min(max, Math.max(1, Math.trunc(next) || 1)));
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Quantity
      </label>
      <div className="quantity">
        <IconButton label="Decrease quantity" icon="minus" disabled={value <= 1} onClick={() => set(value - 1)} />
        <input
          id={id}
          className="input"
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          value={value}
          onChange={(event) => set(event.target.valueAsNumber)}
        />
        <IconButton label="Increase quantity" icon="plus" disabled={value >= max} onClick={() => set(value + 1)} />
      </div>
    </div>
  );
}
