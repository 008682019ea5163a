import { type FormHTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';
import { dropDraft, markDraftSent, onOwnerKnown, readDraft, saveDraft } from '../lib/drafts.ts';
import { type Fields, fillFields, readFields } from '../lib/saved-fields.ts';
import { useWorld } from '../lib/world.tsx';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'name' | 'onSubmit' | 'onInput' | 'onChange'> {
  /** Unique among the forms on a page. */
  name: string;
  ref?: RefObject<HTMLFormElement | null>;
  onSubmit(): void;
}

/**
 * A form that keeps its fields through a reload, a visit to another page and the end of the session, until it is sent or closed.
 * Secrets are not kept. Ctrl and Enter send it.
 */
export function Form({ name, ref, onSubmit, ...rest }: FormProps) {
  const { world } = useWorld();
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  // The path is part of the draft's name. It may change while the form is closed.
  const [address] = useState(() => location.pathname + location.search);
  const draft = useSavedFields(element, `form ${world} ${address} ${name}`);
  return (
    <form
      className="form"
      {...rest}
      ref={element}
      onInput={draft.keep}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.currentTarget.querySelector<HTMLElement>('[type=submit]:not(:disabled)')?.click();
      }}
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
      // By then React has rendered the fields, and handles each change before the next.
      setTimeout(() => {
        const fields = readDraft<Fields>(draft);
        if (!isGone && fields !== null && element.current) fillFields(element.current, fields);
      }),
    );
    return () => {
      isGone = true;
      forget();
      // A form on a page that was left is kept. A closed or sent form is not, unless nobody was signed in.
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
