import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../lib/api.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';

/** Sends a sign-in link. First and later sign-ins are the same. */
export function useLink(next: string, onSent: (email: string) => void) {
  return useMutation({
    mutationFn: (email: string) => send('/auth/sign-in/magic-link', { email, callbackURL: next }),
    onSuccess: (_answer, email) => onSent(email),
  });
}

export function AskForm({ next, onSent }: { next: string; onSent(email: string): void }) {
  const [email, setEmail] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const link = useLink(next, onSent);
  const address = email.trim();
  const refused = fieldErrorsOf(link.error).email;
  const missing =
    isAsked && !/^[^\s@]+@[^\s@]+$/.test(address) ? 'Enter your full email address, such as jane@example.com.' : '';
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (/^[^\s@]+@[^\s@]+$/.test(address)) link.mutate(address);
      }}
    >
      <Input
        label="Email address"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        autoFocus
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={missing || (refused && 'Enter a valid email address.')}
      />
      {link.error && !refused && <ErrorNote error={link.error} />}
      <Button type="submit" kind="primary" icon="mail" isBusy={link.isPending}>
        Send sign-in link
      </Button>
    </form>
  );
}
