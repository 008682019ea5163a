import { useEffect, useRef } from 'react';

/** After each attempt, focuses the first invalid field, even in a collapsed section. */
export function useFirstProblem(tries: number, answer: unknown) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0 && answer === null) return;
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    const folded = first?.closest('details');
    if (folded) folded.open = true;
    first?.focus();
  }, [tries, answer]);
  return element;
}
