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

/** One request; sandbox requests can be resent. */
export function RequestDialog({ id, onClose }: { id: string; onClose(): void }) {
  const request = useData(['requests', 'one', id], (api, options) => api.getRequest({ request_id: id }, options));
  return (
    <Dialog title="Request" isOpen onClose={onClose}>
      <Loaded data={request}>{(data) => <Details request={data} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

interface RepeatResult {
  status: number;
  body: unknown;
}

function Details({ request, onClose }: { request: GetRequestOutput; onClose(): void }) {
  const { world } = useWorld();
  const [again, setAgain] = useState<RepeatResult | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const why = repeatBlockedReason(request, world);
  const sendAgain = async () => {
    setIsBusy(true);
    setError(null);
    try {
      setAgain(await repeatRequest(request));
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
          <h3>Request body{bodyStateTexts[request.body_state]}</h3>
          <Body text={request.body} />
        </>
      )}
      {request.body_state === 'too_large' && <p className="quiet">The body was too large to store.</p>}
      {request.response !== null && (
        <>
          <h3>Response body{bodyStateTexts[request.response_state ?? 'none']}</h3>
          <Body text={request.response} />
        </>
      )}
      {request.response_state === 'too_large' && <p className="quiet">The response was too large to store.</p>}
      {again && (
        <div role="status">
          <h3>Response: {again.status}</h3>
          {again.body === null ? <p className="quiet">No body.</p> : <JsonView label="Response" value={again.body} />}
        </div>
      )}
      {error !== null && <ErrorNote error={error} />}
      {why && <p className="quiet small">{why}</p>}
      <Actions>
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" icon="refresh" disabled={why !== null} isBusy={isBusy} onClick={() => void sendAgain()}>
          Resend
        </Button>
      </Actions>
    </>
  );
}

const bodyStateTexts: Record<GetRequestOutput['body_state'], string> = {
  none: '',
  whole: '',
  masked: ', secrets removed',
  cut: ', truncated',
  too_large: '',
};

function factsOf(request: GetRequestOutput): [string, React.ReactNode][] {
  const { error_code: code, error_message: message, stands_for: standsFor } = request;
  return [
    ['Request', `${request.method} ${request.path}${request.query === null ? '' : `?${request.query}`}`],
    ['Status', `${request.status}${code === null ? '' : ` ${code}`}`],
    ...(message === null ? [] : [fact('Message', message)]),
    ['Duration', `${request.ms} ms`],
    ['Time', <Moment key="at" at={request.at} />],
    ['Key', request.key.label ?? 'Dashboard'],
    ['Request ID', <code key="id">{request.request_id}</code>],
    ...Object.entries(request.headers ?? {}).map(([name, value]) => fact(name, value)),
    ...(standsFor > 1 ? [fact('Sampled', `1 of ${standsFor} requests`)] : []),
  ];
}

/** Null if it can be resent. */
function repeatBlockedReason({ path, body_state: state }: GetRequestOutput, world: 'test' | 'live'): string | null {
  if (world === 'live') return 'You can resend sandbox requests here. Resend live requests from your own code.';
  if (path.startsWith('/v1/')) return 'Resend /v1 requests from your own code.';
  if (state === 'whole' || state === 'none') return null;
  return "The stored body is incomplete, so you can't resend this request from here.";
}

async function repeatRequest({ method, path, query, body }: GetRequestOutput): Promise<RepeatResult> {
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
