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
