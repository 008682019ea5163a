import { type FormHTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';
import { dropDraft, markDraftSent, onOwnerKnown, readDraft, saveDraft } from '../lib/drafts.ts';
import { type Fields, fillFields, readFields } from '../lib/saved-fields.ts';
import { useWorld } from '../lib/world.tsx';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'name' | 'onSubmit' | 'onInput' | 'onChange'> {
  /** What tells it from the other forms at the same address. */
  name: string;
  ref?: RefObject<HTMLFormElement | null>;
  onSubmit(): void;
}

/**
 * A form whose fields outlive a reload, a way to another page and the end of the session: they are there again at the same address
 * until they are sent, or until the form is closed. Secrets are left out.
 */
export function Form({ name, ref, onSubmit, ...rest }: FormProps) {
  const { world } = useWorld();
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  // The address says what it is about; it may change while the form is closed.
  const [address] = useState(() => location.pathname + location.search);
  const draft = useSavedFields(element, `form ${world} ${address} ${name}`);
  return (
    <form
      className="form"
      {...rest}
      ref={element}
      onInput={draft.keep}
      onSubmit={(event) => {
        event.preventDefault();
        draft.send();
        onSubmit();
      }}
    />
  );
}

function useSavedFields(element: RefObject<HTMLFormElement | null>, draft: string) {
  const isSent = useRef(false);
  const empty = useRef('');
  useEffect(() => {
    const path = location.pathname;
    let isGone = false;
    if (element.current) empty.current = JSON.stringify(readFields(element.current));
    const forget = onOwnerKnown(() =>
      // The fields are the page's own by then, and each change is seen before the next is made.
      setTimeout(() => {
        const fields = readDraft<Fields>(draft);
        if (!isGone && fields !== null && element.current) fillFields(element.current, fields);
      }),
    );
    return () => {
      isGone = true;
      forget();
      // Left for another page it may be come back to. Closed, it was given up; sent, it was heard, unless nobody was signed in.
      const isLeft = location.pathname !== path && !isSent.current;
      if (!isLeft && location.pathname !== '/sign-in') dropDraft(draft);
    };
  }, [element, draft]);
  return {
    keep() {
      isSent.current = false;
      if (!element.current) return;
      const fields = readFields(element.current);
      if (JSON.stringify(fields) === empty.current) dropDraft(draft);
      else saveDraft(draft, fields);
    },
    send() {
      isSent.current = true;
      markDraftSent(draft);
    },
  };
}
