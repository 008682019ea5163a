import { useSearchParams } from 'wouter';

/** A list's filters, kept in the URL. Changing one goes back to the first page. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const read = (name: Name): string | null => params.get(name)?.trim() || null;
  const set = (name: Name, value: string) =>
    setParams(
      (now) => {
        now.delete('after');
        now.delete('offset');
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return {
    read,
    isSet: names.some((name) => read(name) !== null),
    field: (name: Name) => ({
      value: params.get(name) ?? '',
      onChange: ({ target: { value } }: { target: { value: string } }) => set(name, value),
    }),
  };
}

export const worldOptions = [
  { value: '', label: 'Live' },
  { value: 'test', label: 'Sandbox' },
];

/** The local start of a day, or of a later day. */
export function startOfDay(day: string, daysLater = 0): string | null {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
