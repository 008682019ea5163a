import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../../../sdk/src/index.ts';
import type { Api } from './api.ts';
import { wasRefused } from './errors.ts';
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
  onDone?(output: Output, input: Input): void;
}

/**
 * A call that changes something. Its idempotency key lives as long as the answer is not known: a double click or a
 * second try after a lost answer is the same request to the service, and never buys twice.
 */
export function useChange<Input = void, Output = unknown>(
  make: (api: Api, input: Input, options: { idempotencyKey: string }) => Promise<Output>,
  { changes = [], onDone }: ChangeOptions<Input, Output> = {},
): UseMutationResult<Output, Error, Input> {
  const { world, api } = useWorld();
  const queries = useQueryClient();
  const idempotencyKey = useRef<string | null>(null);
  const forgetKey = () => {
    idempotencyKey.current = null;
  };
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => {
      idempotencyKey.current ??= newIdempotencyKey();
      return make(api, input, { idempotencyKey: idempotencyKey.current });
    },
    onSuccess: async (output, input) => {
      forgetKey();
      onDone?.(output, input);
      await Promise.all(changes.map((kind) => queries.invalidateQueries({ queryKey: [world, kind] })));
    },
    onError: (error) => {
      if (wasRefused(error)) forgetKey();
    },
  });
}
