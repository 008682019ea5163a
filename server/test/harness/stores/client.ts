import type { StoreClient, StoreFile, StoreReply, StoreRequest } from '../../../src/connectors/store-client.ts';

/** The request or its response is lost. */
export type Loss = 'before' | 'after';

export interface LossyClient extends StoreClient {
  /** Loses the nth call from now on, counted from 0. The returned function stops this and tells whether it happened. */
  loseCall(place: number, when: Loss): () => boolean;
  /** Loses the one call whose body contains this text. */
  loseCallWith(words: string, when: Loss): void;
  /** The number of calls. */
  readonly calls: number;
}

const lost: StoreReply = { kind: 'unreachable', message: 'The connection was cut.', wasSent: true };

/** A plain client for a store on loopback. */
export const createPlainClient = (timeoutMs: number): StoreClient => ({
  async send(request, { signal }) {
    signal.throwIfAborted();
    try {
      return await fetchReply(request, bodyOf(request), AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      signal.throwIfAborted();
      const { cause } = error as { cause?: { code?: string } };
      return { kind: 'unreachable', message: 'The store did not answer.', wasSent: cause?.code !== 'ECONNREFUSED' };
    }
  },
});

const bodyOf = (request: StoreRequest): string | undefined =>
  request.json === undefined ? request.body : JSON.stringify(request.json);

/** A client that loses calls on purpose. */
export function createLossyClient(): LossyClient {
  let calls = 0;
  let planned: { place: number; when: Loss } | null = null;
  const byWords = new Map<string, Loss>();

  function lossOf(body: string): Loss | null {
    for (const [words, when] of byWords) {
      if (!body.includes(words)) continue;
      byWords.delete(words);
      return when;
    }
    if (planned === null || planned.place > 0) {
      if (planned) planned.place -= 1;
      return null;
    }
    const { when } = planned;
    planned = null;
    return when;
  }

  return {
    get calls() {
      return calls;
    },
    loseCall(place, when) {
      planned = { place, when };
      return () => {
        const hasLost = planned === null;
        planned = null;
        return hasLost;
      };
    },
    loseCallWith(words, when) {
      byWords.set(words, when);
    },
    async send(request, { signal }) {
      signal.throwIfAborted();
      calls += 1;
      const body = bodyOf(request);
      const loss = lossOf(`${request.url} ${body ?? ''}`);
      if (loss === 'before') return lost;
      const reply = await fetchReply(request, body, signal);
      return loss === 'after' ? lost : reply;
    },
    download: fetchFile,
  };
}

async function fetchFile(url: string, bytesMax: number): Promise<StoreFile> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { kind: 'answered', status: response.status, bytes: bytes.length > bytesMax ? null : bytes };
}

async function fetchReply(request: StoreRequest, body: string | undefined, signal: AbortSignal): Promise<StoreReply> {
  const type: Record<string, string> = request.json === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: { ...type, ...request.headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal,
  });
  return {
    kind: 'answered',
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
