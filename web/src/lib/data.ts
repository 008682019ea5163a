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

export interface DataOptions<T> {
  /** Refetch interval in milliseconds while the page is visible; false for none. */
  refresh?: number | false | ((data: T | undefined) => number | false);
  enabled?: boolean;
  /** Show the last data while the next loads. */
  keepPrevious?: boolean;
  /** For how many milliseconds data is not fetched again. */
  freshFor?: number;
}

/** Reads from the API, with a separate cache for each mode. The first part of the key names the kind of object. */
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
  /** What to refetch afterwards: first parts of keys. */
  changes?: string[];
  /** `isRepeat`: an earlier attempt had succeeded, and this is its response. */
  onDone?(output: Output, input: Input, isRepeat: boolean): void;
  /** It spends money: its key survives a reload, so the same input is the same request until there is a response. */
  isPurchase?: boolean;
  /** It sends a message: another text is a new request, even if the first got no response. */
  isMessage?: boolean;
}

/**
 * A call that changes something. Its idempotency key stays the same until there is a successful response, so a double click or a
 * retry after a lost response never buys twice. A refusal keeps the key: an earlier attempt may have succeeded.
 */
export function useChange<Input = void, Output = unknown>(
  make: (api: Api, input: Input, options: { idempotencyKey: string }) => Promise<Output>,
  { changes = [], onDone, isPurchase = false, isMessage = false }: ChangeOptions<Input, Output> = {},
): UseMutationResult<Output, Error, Input> {
  const { world, api } = useWorld();
  const queries = useQueryClient();
  const current = useRef<string | null>(null);
  const isRepeat = useRef(false);
  const lastText = useRef<string | null>(null);
  const isRunning = useRef(false);
  const change = useMutation<Output, Error, Input>({
    // A response may contain an API key that is shown once, so it is not cached.
    gcTime: 0,
    mutationFn: async (input) => {
      const asked = isPurchase ? JSON.stringify([world, location.pathname + location.search, input]) : null;
      if (isMessage) {
        const text = JSON.stringify(input);
        if (text !== lastText.current) current.current = null;
        lastText.current = text;
      }
      const triedKey = current.current ?? (asked === null ? null : readPendingKey(asked));
      const idempotencyKey = triedKey ?? newIdempotencyKey();
      current.current = idempotencyKey;
      if (asked !== null) savePendingKey(asked, idempotencyKey);
      const output = await make(api, input, { idempotencyKey });
      // The client retries by itself. Only a second attempt by the person counts as a repeat.
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
      isRunning.current = false;
    },
  });
  // The second click of a double click comes before the button is disabled. It must not run on after the first one has failed.
  const { mutate: send } = change;
  const mutate = useCallback<typeof send>(
    (...asked) => {
      if (isPurchase && isRunning.current) return;
      isRunning.current = true;
      send(...asked);
    },
    [isPurchase, send],
  );
  return { ...change, mutate };
}
