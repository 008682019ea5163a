import type { Refusal, Refused } from './contract.ts';

export function refuse(reason: Refusal, message: string, more: { lineIds?: string[]; detail?: string } = {}): Refused {
  return { kind: 'refused', reason, message, ...more };
}

export const isRefused = (value: object): value is Refused => 'kind' in value && value.kind === 'refused';
