import { useEffect, useRef } from 'react';
import type { FormErrors } from './store-form.ts';

/** The first field that is wrong gets the focus, also where it is folded away. */
export function useFirstProblem(errors: FormErrors, answer: unknown) {
  const element = useRef<HTMLFormElement>(null);
  const mark = `${Object.keys(errors).join()} ${answer === null ? '' : 'refused'}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of problems, not for each key that is typed.
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    const folded = first?.closest('details');
    if (folded) folded.open = true;
    first?.focus();
  }, [mark]);
  return element;
}
