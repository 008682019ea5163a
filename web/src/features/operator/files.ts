import type {
  ActInVisitInput,
  GetDeskTaskOutput,
  ListAllReturnsOutput,
  ListDoubtsOutput,
  ListOperatorQuestionsOutput,
  TakeOverVisitOutput,
} from '../../../../sdk/src/index.ts';

export type UnknownOutcome = ListDoubtsOutput['doubts'][number];
export type OperatorReturn = ListAllReturnsOutput['returns'][number];
export type DeskTask = GetDeskTaskOutput;
export type OperatorQuestion = ListOperatorQuestionsOutput['actions'][number];
export type TakenOverSession = TakeOverVisitOutput;
export type SessionInput = ActInVisitInput['body']['inputs'][number];
