import { useLocation, useSearch } from 'wouter';

/**
 * A query parameter as state, for tabs and dialogs that can be linked to and that Back closes. Setting a value adds a history entry;
 * setting null removes the parameter without one.
 */
export function useQueryParam(name: string): [string | null, (value: string | null) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const set = (value: string | null) => {
    // Closing a dialog may have opened another page already.
    if (location.pathname !== path) return;
    const params = new URLSearchParams(location.search);
    if (value === null) params.delete(name);
    else params.set(name, value);
    const query = params.toString();
    navigate(query === '' ? path : `${path}?${query}`, { replace: value === null });
  };
  return [new URLSearchParams(search).get(name), set];
}

/** The row whose dialog is open, kept in the URL. */
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
  /** ID of the object it is about. */
  about: string;
}

/** The open dialog and its object, kept in the URL: `?endpoint=rotate:<id>`. */
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
