import { useState } from 'react';

type Texts<Name extends string> = Record<Name, string>;

/** The text fields of a form. Problems are shown after the first attempt to submit. */
export function useTexts<Name extends string>(
  initial: Texts<Name>,
  problemsOf: (typed: Texts<Name>) => Partial<Record<Name, string>> = () => ({}),
) {
  const [typed, setTyped] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const problems = problemsOf(typed);
  const set = (name: Name, value: string) => setTyped((now) => ({ ...now, [name]: value }));
  return {
    typed,
    isTried,
    set,
    /** Props of a field. `refused` is the service's error for it. */
    field: (name: Name, refused?: string) => ({
      value: typed[name],
      error: (isTried ? problems[name] : undefined) ?? refused,
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /** Submits if there are no problems. */
    attempt(send: () => void) {
      setIsTried(true);
      if (Object.values(problems).every((problem) => problem === undefined)) send();
    },
    clear() {
      setTyped(initial);
      setIsTried(false);
    },
  };
}
