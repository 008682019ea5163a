/** What a person can be asked while an order is placed. The names are public: `next_action.kind` of an order. */
export const actionKinds = ['review', 'choose_variant', 'enter_code', 'open_url', 'buy'] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface ActionRequest {
  kind: ActionKind;
  askedOf: 'customer' | 'operator';
  message: string;
  /** What the person needs to know: the choices, the quote, where a code was sent. Shown to them, so no secrets. */
  details: Record<string, unknown>;
  /** JSON Schema of the answer. */
  answerSchema: Record<string, unknown>;
  /** The page to open, for `open_url`. */
  url?: string | null;
  /** How long the store gives; null: as long as the service gives. */
  expiresInMs?: number | null;
  /** The answer is a secret (a code): it is kept sealed, used once and erased. */
  isSecret?: boolean;
  /**
   * Of a submit only: the button was pressed, and what becomes of it depends on the person (3-D Secure). The order stays
   * in doubt while it is asked, and the store's history decides afterwards.
   */
  isInDoubt?: true;
  /** Where the connector goes on once it is answered (a checkout, a challenge); kept sealed, handed back. */
  resume?: string | null;
}

/** Nothing was bought; a person has to act first. The order waits without holding a worker. */
export type ActionRequired = { kind: 'needs'; question: ActionRequest };

/** An answer, handed to the next `prepare` in `PurchaseRequest.answers`. */
export interface AnsweredAction {
  kind: ActionKind;
  answer: unknown;
  resume: string | null;
}
