import type { ActionRequest, Blocked, Refused } from '../contract.ts';

/** The store said no, or not now. */
export class StoreRefusal extends Error {
  readonly answer: Refused | Blocked;
  /** Where in the recipe; set once by the innermost step. */
  place: string | null;
  constructor(answer: Refused | Blocked, place: string | null = null) {
    super(answer.message);
    this.answer = answer;
    this.place = place;
  }

  /** The answer in the store's own words, with the step in front. */
  answerAt(place: string): Refused | Blocked {
    return { ...this.answer, message: `At ${this.place ?? place}: ${this.answer.message}` };
  }
}

/** A person has to act before the recipe can continue. */
export class PersonRequired extends Error {
  readonly question: ActionRequest;
  constructor(question: ActionRequest) {
    super(question.message);
    this.question = question;
  }
}

/** Whether trying again can't help. */
export const isFinal = (error: unknown): boolean => error instanceof StoreRefusal || error instanceof PersonRequired;

/** The page is not what the recipe expects: a redesign, or a mistake in the recipe. */
export class RecipeBroken extends Error {
  /** Where in the recipe; set once by the innermost step. */
  place: string | null = null;
}
