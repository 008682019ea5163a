import type { Block, Refusal } from '../contract.ts';

/** A text to find, in any case, or a regular expression. */
export type TextMatch = string | { matches: string };

/** Finds elements. A string is a CSS selector and also searches open shadow roots. */
export type Locator = string | TargetParts;
/** One locator, or several that must all match the same element. */
export type Target = Locator | Locator[];
export interface TargetParts {
  css?: string;
  role?: string;
  name?: TextMatch;
  label?: TextMatch;
  text?: TextMatch;
  placeholder?: TextMatch;
  test_id?: string;
  /** Names and texts must be equal. */
  exact?: boolean;
  /** Look only inside this. */
  in?: Locator;
  /** Look only inside the document of this iframe. */
  frame?: Locator;
  /** Contains this. */
  has?: Locator;
  /** Which one of several, from 0; -1 is the last one. */
  nth?: number;
  /** Include invisible elements. */
  hidden?: boolean;
}

export type Condition =
  | { there: Target }
  | { gone: Target }
  | { url: string }
  | { text: Target; has: TextMatch }
  | { value: Target; is: string }
  | { chosen: Target }
  | { equal: [string, string] }
  | { less: [string, string] }
  | { answered: string; status?: number }
  | { dialog: TextMatch }
  | { any: Condition[] }
  | { all: Condition[] }
  | { not: Condition };

/** How to read a value from the page. */
export interface Read {
  read: Target;
  /** An attribute, `value` for a field's value, or `page_url`. Default: the visible text. */
  attribute?: string;
  /** Takes the first group of this regular expression, or the whole match. */
  pattern?: string;
  /** Joins all groups of the pattern with this. */
  join?: string;
  /** Used if there is nothing to read. Without it, the reading waits and fails. */
  or?: string;
}

/** An amount of money: one reading, or several that are added up. */
export type Amount = (Read & { /** Adds up everything that the target finds. */ all?: boolean }) | Amount[];

export interface StepLimits {
  /** For people: what this step is for. */
  note?: string;
  /** Timeout of the step. */
  within_seconds?: number;
  /** Skips the step if the target isn't there. */
  optional?: boolean;
  /** Must be true after the step. */
  expect?: Condition;
}

/** `Enter`, `ArrowDown`, `Control+A`: one key, or several one after the other. */
export type Keys = string | string[];

export type Step = StepLimits &
  (
    | { open: string; until?: Condition }
    | { fill: Target; with: string; secret?: boolean; type?: boolean; suggestion?: Target; press?: Keys }
    | { choose: Target; option?: string | string[]; options?: Target; missing?: Refusal | Block; until?: Condition }
    | { click: Target; until?: Condition; once?: boolean; again_seconds?: number; force?: boolean }
    | { hover: Target; until?: Condition }
    | { press: Keys; on?: Target; until?: Condition }
    | { scroll: Target; until?: Condition }
    | { while: Condition; do: Step[]; at_most?: number }
    | { if: Condition; do: Step[]; else?: Step[] }
    | { each: string; as: string; do: Step[] }
    | { wait: Condition }
    | ({ as: string; money?: boolean } & Read)
    | { refuse_if: Condition; reason: Refusal | Block; message?: string | Read; limit?: string }
    | { pick_address: Target; button?: Target; until?: Condition; else?: Step[] }
    | { promo_codes: Step[]; accepted: Condition; rejected?: Condition }
    | {
        ask: 'code';
        from: ('totp' | 'mail' | 'person')[];
        into: Target;
        resend?: Target;
        message?: string;
        digits_apart?: boolean;
      }
  );
