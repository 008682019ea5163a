import type {
  ActInVisitInput,
  GetDeskTaskOutput,
  ListAllReturnsOutput,
  ListDoubtsOutput,
  ListOperatorQuestionsOutput,
  TakeOverVisitOutput,
} from '../../../../sdk/src/index.ts';

export type Doubt = ListDoubtsOutput['doubts'][number];
export type OperatorReturn = ListAllReturnsOutput['returns'][number];
export type DeskTask = GetDeskTaskOutput;
export type OperatorQuestion = ListOperatorQuestionsOutput['actions'][number];
export type Taken = TakeOverVisitOutput;
export type VisitInput = ActInVisitInput['body']['inputs'][number];
