/** Kinds of actions; public as `next_action.kind`. */
export const actionKinds = ['review', 'choose_variant', 'enter_code', 'open_url', 'buy'] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface ActionRequest {
  kind: ActionKind;
  askedOf: 'customer' | 'operator';
  message: string;
  /** Choices, quote, where a code was sent. Shown to the person, so no secrets. */
  details: Record<string, unknown>;
  /** JSON Schema of the answer. */
  answerSchema: Record<string, unknown>;
  /** The page to open, for `open_url`. */
  url?: string | null;
  /** The store's time limit. Null: the default. */
  expiresInMs?: number | null;
  /** The answer is encrypted, used once and erased. */
  isSecret?: boolean;
  /**
   * Only after a submit: the outcome depends on the person (3-D Secure). It stays unknown until the store's history
   * shows it.
   */
  isInDoubt?: true;
  /** Where to continue after the answer (a checkout, a challenge). Stored encrypted. */
  resume?: string | null;
}

/** Nothing was bought; a person has to act first. */
export type ActionRequired = { kind: 'needs'; question: ActionRequest };

/** An answer, handed to the next `prepare` in `PurchaseRequest.answers`. */
export interface AnsweredAction {
  kind: ActionKind;
  answer: unknown;
  resume: string | null;
}
