import { useLocation, useSearch } from 'wouter';

/**
 * A part of the address's query as a state: an open tab or dialog that can be linked to and that Back leaves. Setting it to null takes it
 * out. Moving to a value is a step of its own; leaving it replaces that step.
 */
export function useQueryParam(name: string): [string | null, (value: string | null) => void] {
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
export function useSelectedRow<Row>(
  name: string,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): [Row | null, (row: Row | null) => void] {
  const [id, setId] = useQueryParam(name);
  const row = id === null ? null : (rows?.find((each) => idOf(each) === id) ?? null);
  return [row, (chosen) => setId(chosen === null ? null : idOf(chosen))];
}

interface OpenDialog<Act extends string> {
  act: Act;
  /** What it is asked about. */
  about: string;
}

/** What is asked about something, named in the address as such a state: `?endpoint=rotate:` and its id. */
export function useOpenDialog<Act extends string>(
  name: string,
  acts: readonly Act[],
): [OpenDialog<Act> | null, (act: Act, about: string) => void, () => void] {
  const [part, setPart] = useQueryParam(name);
  const at = part?.indexOf(':') ?? -1;
  const act = acts.find((each) => each === part?.slice(0, at));
  const asked = part === null || act === undefined ? null : { act, about: part.slice(at + 1) };
  return [asked, (next, about) => setPart(`${next}:${about}`), () => setPart(null)];
}
