import type { ListAllReturnsOutput, ListDoubtsOutput } from '../../../../sdk/src/index.ts';

export type Doubt = ListDoubtsOutput['doubts'][number];
export type OperatorReturn = ListAllReturnsOutput['returns'][number];
