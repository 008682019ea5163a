import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useChange, useData } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { LivePicture } from '../../ui/live-picture.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import type { SessionInput, TakenOverSession } from './files.ts';
import './take-over.css';

/** Shows a store's page that needs a person, and sends that person's input to it. */
export function TakeOverPage() {
  const { id = '' } = useParams<{ id: string }>();
  const [taken, setTaken] = useState<TakenOverSession | null>(null);
  const takeOver = useChange<void, TakenOverSession>((api) => api.takeOverVisit({ visit_id: id }), {
    onDone: setTaken,
  });
  return (
    <Page
      title="Take over a page"
      lead="A store page needs manual input. Your clicks and keystrokes go to that page. Passwords and card numbers are hidden. The session is recorded in the audit log."
    >
      {taken === null ? (
        <Card>
          <p>Only you can control the page until two minutes after your last input.</p>
          {takeOver.error && <ErrorNote error={takeOver.error} />}
          <Button kind="primary" onClick={() => takeOver.mutate()} isBusy={takeOver.isPending}>
            Take over
          </Button>
        </Card>
      ) : (
        <Controls id={id} taken={taken} />
      )}
    </Page>
  );
}

const named = [
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Escape',
  'Home',
  'End',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
] as const;

/** Sends inputs a few times a second, in order. */
function useInputs(id: string, token: string) {
  const waiting = useRef<SessionInput[]>([]);
  const send = useChange<SessionInput[]>((api, inputs) => api.actInVisit({ visit_id: id, body: { token, inputs } }), {
    isMessage: true,
  });
  const { mutate, isPending } = send;
  useEffect(() => {
    const timer = setInterval(() => {
      if (waiting.current.length === 0 || isPending) return;
      mutate(waiting.current.splice(0, 100));
    }, 120);
    return () => clearInterval(timer);
  }, [mutate, isPending]);
  const add = (input: SessionInput): void => {
    const last = waiting.current.at(-1);
    if (input.type === 'text' && last?.type === 'text') last.text += input.text;
    else waiting.current.push(input);
  };
  return { add, error: send.error };
}

function Controls({ id, taken }: { id: string; taken: TakenOverSession }) {
  const { add, error } = useInputs(id, taken.token);
  const [text, setText] = useState('');
  const placeOf = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return {
      x: Math.max(0, ((clientX - box.left) / box.width) * taken.width),
      y: Math.max(0, ((clientY - box.top) / box.height) * taken.height),
    };
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = named.find((name) => name === event.key);
    // Shift+Tab leaves the picture, so the keyboard is not trapped.
    if ((!key && event.key.length !== 1) || (event.key === 'Tab' && event.shiftKey)) return;
    event.preventDefault();
    add(key ? { type: 'key', key } : { type: 'text', text: event.key });
  };
  return (
    <Card title={taken.message}>
      {error && <ErrorNote error={error} />}
      <button
        type="button"
        className="take-over"
        aria-label="Store page (interactive)"
        onClick={(event) => add({ type: 'click', ...placeOf(event) })}
        onWheel={(event) => add({ type: 'scroll', ...placeOf(event), by: event.deltaY })}
        onKeyDown={onKey}
      >
        <LivePicture src={`/operator/visits/${id}/picture`} alt={`Live page of ${taken.store}`} everyMs={300} />
      </button>
      <form
        className="take-over-text"
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '') add({ type: 'text', text });
          setText('');
        }}
      >
        <Input
          label="Type into the page"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
        <Button type="submit" kind="quiet">
          Type
        </Button>
        <Button kind="quiet" onClick={() => add({ type: 'key', key: 'Enter' })}>
          Enter
        </Button>
      </form>
      <Done orderId={taken.reference} />
    </Card>
  );
}

/** Continues the purchase after the person is done. */
function Done({ orderId }: { orderId: string }) {
  const questions = useData(['operator-desk', 'questions'], (api, options) => api.listOperatorQuestions({}, options), {
    refresh: 5000,
  });
  const asked = questions.data?.actions.find(({ order_id: id }) => id === orderId);
  const answer = useChange(
    (api) =>
      api.answerOrderAction({ order_id: orderId, action_id: asked?.action.id ?? '', body: { answer: { done: true } } }),
    { changes: ['operator-desk', 'operator-visits'], onDone: () => notify('Purchase resumed.') },
  );
  if (answer.isSuccess) {
    return (
      <EmptyState icon="store" title="Thank you">
        <Link href={`/app/operator/orders/${orderId}`}>View order</Link>
      </EmptyState>
    );
  }
  return (
    <>
      {answer.error && <ErrorNote error={answer.error} />}
      <Button kind="primary" onClick={() => answer.mutate()} isBusy={answer.isPending} disabled={!asked}>
        Done
      </Button>
    </>
  );
}
