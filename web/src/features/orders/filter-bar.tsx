import { useEffect, useState } from 'react';
import { orderPlaceLabels, returnStatusLabels } from '../../lib/labels.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Filter, isFiltered, noFilter } from './filter.ts';

const statusOptions = [
  { value: '', label: 'Any status' },
  ...Object.entries(orderPlaceLabels).map(([value, { label }]) => ({ value, label })),
];

const trackingOptions = [
  { value: '', label: 'Any' },
  { value: 'yes', label: 'With a tracking number' },
  { value: 'no', label: 'Without a tracking number' },
];

const parcelOptions = [
  { value: '', label: 'Any' },
  { value: 'pending', label: 'Label created' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'undeliverable', label: 'Lost' },
];

const returnOptions = [
  { value: '', label: 'Any' },
  ...Object.entries(returnStatusLabels).map(([value, { label }]) => ({ value, label })),
];

interface FilterBarProps {
  filter: Filter;
  onChange(filter: Filter): void;
}

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(() =>
    [filter.tracking, filter.from, filter.to, filter.key, filter.retailer, filter.parcel, filter.returned].some(
      Boolean,
    ),
  );
  const { data } = useRetailers();
  const retailerOptions = [
    { value: '', label: 'Any store' },
    ...(data?.retailers ?? []).map((one) => ({ value: one.retailer, label: one.display_name })),
  ];
  const set = (part: Partial<Filter>) => onChange({ ...filter, ...part });
  return (
    <search className="filter-bar">
      <div className="filter-main">
        <TypedSearch value={filter.search} onSettle={(search) => set({ search })} />
        <Select
          label="Status"
          hideLabel
          options={statusOptions}
          value={filter.status}
          onChange={(event) => set({ status: event.target.value })}
        />
        <Button icon="filter" aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setIsOpen(!isOpen)}>
          Filters
        </Button>
        {isFiltered(filter) && (
          <Button kind="quiet" onClick={() => onChange({ ...noFilter, sort: filter.sort })}>
            Clear
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="filter-more" id="more-filters">
          <Input label="From" type="date" value={filter.from} onChange={(event) => set({ from: event.target.value })} />
          <Input label="To" type="date" value={filter.to} onChange={(event) => set({ to: event.target.value })} />
          <Select
            label="Store"
            options={retailerOptions}
            value={filter.retailer}
            onChange={(event) => set({ retailer: event.target.value })}
          />
          <Select
            label="Package"
            options={parcelOptions}
            value={filter.parcel}
            onChange={(event) => set({ parcel: event.target.value })}
          />
          <Select
            label="Return"
            options={returnOptions}
            value={filter.returned}
            onChange={(event) => set({ returned: event.target.value })}
          />
          <Select
            label="Tracking"
            options={trackingOptions}
            value={filter.tracking}
            onChange={(event) => set({ tracking: event.target.value })}
          />
          <Input
            label="Metadata key"
            placeholder="customer_id"
            value={filter.key}
            onChange={(event) => set({ key: event.target.value })}
          />
          <Input
            label="Metadata value"
            placeholder="any"
            value={filter.value}
            disabled={filter.key === ''}
            onChange={(event) => set({ value: event.target.value })}
          />
        </div>
      )}
    </search>
  );
}

/** Searches once typing pauses. */
function TypedSearch({ value, onSettle }: { value: string; onSettle(value: string): void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSettle(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed, value, onSettle]);
  return (
    <Input
      label="Search orders"
      hideLabel
      type="search"
      placeholder="Recipient, product, PO number, order ID or tracking number"
      before={<Icon name="search" size={18} />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
