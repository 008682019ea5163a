import type { ReactNode } from 'react';
import type { ListActivityOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';

/** Labels for what people do to an order. */
const actionLabels: Record<string, string> = {
  createOrder: 'Placed by',
  answerOrderAction: 'Answered by',
  cancelOrder: 'Canceled by',
  requestCancellation: 'Cancellation requested by',
};

/** What people did to an order. */
export function useActivityOf(orderId: string): ListActivityOutput['activity'] {
  const activity = useData(
    ['activity', 'of', orderId],
    (api, options) => api.listActivity({ subject_id: orderId, limit: 20 }, options),
    { freshFor: 15_000 },
  );
  return activity.data?.activity ?? [];
}

/** Who did what to an order on the web. Orders placed with an API key have no person. */
export function usePeopleRows(orderId: string): [string, ReactNode][] {
  const lines = useActivityOf(orderId);
  return Object.entries(actionLabels).flatMap(([action, label]): [string, ReactNode][] => {
    const people = lines.filter((line) => line.action === action).map((line) => line.person ?? 'a former member');
    return people.length > 0 ? [[label, [...new Set(people)].join(', ')]] : [];
  });
}
