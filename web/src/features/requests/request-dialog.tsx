import { useState } from 'react';
import type { GetRequestOutput } from '../../../../sdk/src/index.ts';
import { newIdempotencyKey } from '../../../../sdk/src/index.ts';
import { sendAs } from '../../lib/api.ts';
import { useData } from '../../lib/data.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts, fact } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote, Loaded } from '../../ui/states.tsx';
import { Code, JsonView, Moment } from '../../ui/text.tsx';

/** One request, and in the sandbox the same once more. */
export function RequestDialog({ id, onClose }: { id: string; onClose(): void }) {
  const request = useData(['requests', 'one', id], (api, options) => api.getRequest({ request_id: id }, options));
  return (
    <Dialog title="Request" isOpen onClose={onClose}>
      <Loaded data={request}>{(data) => <Details request={data} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

interface Again {
  status: number;
  body: unknown;
}

function Details({ request, onClose }: { request: GetRequestOutput; onClose(): void }) {
  const { world } = useWorld();
  const [again, setAgain] = useState<Again | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const why = whyNotAgain(request, world);
  const sendAgain = async () => {
    setIsBusy(true);
    setError(null);
    try {
      setAgain(await repeat(request));
    } catch (problem) {
      setError(problem);
    }
    setIsBusy(false);
  };
  return (
    <>
      <Facts rows={factsOf(request)} />
      {request.body !== null && (
        <>
          <h3>Sent{wordsOf[request.body_state]}</h3>
          <Body text={request.body} />
        </>
      )}
      {request.body_state === 'too_large' && <p className="quiet">The body was too large to be kept.</p>}
      {again && (
        <div role="status">
          <h3>Sent again: {again.status}</h3>
          {again.body === null ? (
            <p className="quiet">Without a body.</p>
          ) : (
            <JsonView label="Answer" value={again.body} />
          )}
        </div>
      )}
      {error !== null && <ErrorNote error={error} />}
      {why && <p className="quiet small">{why}</p>}
      <Actions>
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" icon="refresh" disabled={why !== null} isBusy={isBusy} onClick={() => void sendAgain()}>
          Send again
        </Button>
      </Actions>
    </>
  );
}

const wordsOf: Record<GetRequestOutput['body_state'], string> = {
  none: '',
  whole: '',
  masked: ', without its secrets',
  cut: ', its first part',
  too_large: '',
};

function factsOf(request: GetRequestOutput): [string, React.ReactNode][] {
  const { error_code: code, error_message: message, stands_for: standsFor } = request;
  return [
    ['Call', `${request.method} ${request.path}${request.query === null ? '' : `?${request.query}`}`],
    ['Answer', `${request.status}${code === null ? '' : ` ${code}`}`],
    ...(message === null ? [] : [fact('Said', message)]),
    ['Took', `${request.ms} ms`],
    ['When', <Moment key="at" at={request.at} />],
    ['Key', request.key.label ?? 'A page of yours'],
    ['Request id', <code key="id">{request.request_id}</code>],
    ...(standsFor > 1 ? [fact('Stands for', `${standsFor} requests of a busy second`)] : []),
  ];
}

/** Null when it can be sent again from here. */
function whyNotAgain({ path, body_state: state }: GetRequestOutput, world: 'test' | 'live'): string | null {
  if (world === 'live')
    return 'Requests of the sandbox can be sent again from here; live ones only by your own program.';
  if (path.startsWith('/v1/')) return 'Requests of the earlier API can be sent again only by your own program.';
  if (state === 'whole' || state === 'none') return null;
  return 'Its body is not whole here, so it cannot be sent again from here.';
}

async function repeat({ method, path, query, body }: GetRequestOutput): Promise<Again> {
  const answer = await sendAs('test', query === null ? path : `${path}?${query}`, {
    method,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': newIdempotencyKey() }),
    },
    ...(body === null ? {} : { body }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, body: text === '' ? null : isJson ? JSON.parse(text) : text };
}

function Body({ text }: { text: string }) {
  try {
    return <JsonView label="Body" value={JSON.parse(text)} />;
  } catch {
    return <Code label="Body">{text}</Code>;
  }
}
