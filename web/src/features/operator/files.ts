import type {
  GetDeskTaskOutput,
  ListAllReturnsOutput,
  ListDoubtsOutput,
  ListOperatorQuestionsOutput,
} from '../../../../sdk/src/index.ts';

export type Doubt = ListDoubtsOutput['doubts'][number];
export type OperatorReturn = ListAllReturnsOutput['returns'][number];
export type DeskTask = GetDeskTaskOutput;
export type OperatorQuestion = ListOperatorQuestionsOutput['actions'][number];
