import { useLocation, useSearch } from 'wouter';

/**
 * A part of the address's query as a state: an open tab or dialog that can be linked to and that Back leaves. Setting it to null takes it
 * out. Moving to a value is a step of its own; leaving it replaces that step.
 */
export function useAddressPart(name: string): [string | null, (value: string | null) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const set = (value: string | null) => {
    // What closed may have led to another page already.
    if (location.pathname !== path) return;
    const params = new URLSearchParams(location.search);
    if (value === null) params.delete(name);
    else params.set(name, value);
    const query = params.toString();
    navigate(query === '' ? path : `${path}?${query}`, { replace: value === null });
  };
  return [new URLSearchParams(search).get(name), set];
}

/** The one of a list whose dialog is open, named in the address as such a state. */
export function useAddressed<Row>(
  name: string,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): [Row | null, (row: Row | null) => void] {
  const [id, setId] = useAddressPart(name);
  const row = id === null ? null : (rows?.find((each) => idOf(each) === id) ?? null);
  return [row, (chosen) => setId(chosen === null ? null : idOf(chosen))];
}
