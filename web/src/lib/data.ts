import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '../../../sdk/src/index.ts';
import { type Api, wasReplayed } from './api.ts';
import { deleteSentDrafts } from './drafts.ts';
import { deletePendingKey, readPendingKey, savePendingKey } from './pending-keys.ts';
import { useWorld } from './world.tsx';

interface DataOptions<T> {
  /** Ask again after so many milliseconds while the page is looked at; false stops. */
  refresh?: number | false | ((data: T | undefined) => number | false);
  enabled?: boolean;
  /** Show the last page while the next one is on its way. */
  keepPrevious?: boolean;
  /** How long an answer is taken as fresh, in milliseconds. */
  freshFor?: number;
}

/** What the API says, kept apart by world. The key names what is asked, its first part the kind of thing. */
export function useData<T>(
  key: QueryKey,
  ask: (api: Api, options: { signal: AbortSignal }) => Promise<T>,
  { refresh = false, enabled = true, keepPrevious = false, freshFor = 5000 }: DataOptions<T> = {},
): UseQueryResult<T> {
  const { world, api } = useWorld();
  return useQuery<T>({
    queryKey: [world, ...key],
    queryFn: ({ signal }) => ask(api, { signal }),
    refetchInterval: typeof refresh === 'function' ? (query) => refresh(query.state.data) : refresh,
    enabled,
    staleTime: freshFor,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

interface ChangeOptions<Input, Output> {
  /** Kinds of things that are asked for anew afterwards: the first parts of their keys. */
  changes?: string[];
  /** `isRepeat`: an earlier try was heard, and this is its answer; nothing was done now. */
  onDone?(output: Output, input: Input, isRepeat: boolean): void;
  /** It spends money: the same again after a reload or a way back is the same request, until its answer is known. */
  isPurchase?: boolean;
  /** It says something: other words are another message, also while it is not known whether the first were heard. */
  isMessage?: boolean;
}

/**
 * A call that changes something. Its idempotency key lives as long as the answer is not known: a double click or a
 * second try after a lost answer is the same request to the service, and never buys twice. A refusal leaves it as it is:
 * the service remembers none, and an earlier try may have been heard.
 */
export function useChange<Input = void, Output = unknown>(
  make: (api: Api, input: Input, options: { idempotencyKey: string }) => Promise<Output>,
  { changes = [], onDone, isPurchase = false, isMessage = false }: ChangeOptions<Input, Output> = {},
): UseMutationResult<Output, Error, Input> {
  const { world, api } = useWorld();
  const queries = useQueryClient();
  const current = useRef<string | null>(null);
  const isRepeat = useRef(false);
  const lastWords = useRef<string | null>(null);
  const isUnderWay = useRef(false);
  const change = useMutation<Output, Error, Input>({
    // An answer may hold a key that is shown once: it is forgotten with the part of the page that showed it.
    gcTime: 0,
    mutationFn: async (input) => {
      const asked = isPurchase ? JSON.stringify([world, location.pathname + location.search, input]) : null;
      if (isMessage) {
        const words = JSON.stringify(input);
        if (words !== lastWords.current) current.current = null;
        lastWords.current = words;
      }
      const triedKey = current.current ?? (asked === null ? null : readPendingKey(asked));
      const idempotencyKey = triedKey ?? newIdempotencyKey();
      current.current = idempotencyKey;
      if (asked !== null) savePendingKey(asked, idempotencyKey);
      const output = await make(api, input, { idempotencyKey });
      // The client sends again by itself what gets no answer: only what was tried before is a repeat for people.
      isRepeat.current = wasReplayed(idempotencyKey) && triedKey !== null;
      if (asked !== null) deletePendingKey(idempotencyKey);
      return output;
    },
    onSuccess: async (output, input) => {
      current.current = null;
      deleteSentDrafts();
      onDone?.(output, input, isRepeat.current);
      await Promise.all(changes.map((kind) => queries.invalidateQueries({ queryKey: [world, kind] })));
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  // The second half of a double click comes before the button can look busy. Sent as well, it would still be tried, and lead away from the
  // page, when the first has been given up and says so.
  const { mutate: send } = change;
  const mutate = useCallback<typeof send>(
    (...asked) => {
      if (isPurchase && isUnderWay.current) return;
      isUnderWay.current = true;
      send(...asked);
    },
    [isPurchase, send],
  );
  return { ...change, mutate };
}
