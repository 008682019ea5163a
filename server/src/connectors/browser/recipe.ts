import type { Block, Refusal } from '../contract.ts';

/** A text to find, in any case, or a regular expression. */
export type TextMatch = string | { matches: string };

/** Finds elements. A string is a CSS selector and also searches open shadow roots. */
export type Locator = string | TargetParts;
/** One locator, or several that must agree on one element. */
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

interface SignParts {
  when: Condition;
  /** The parts of the recipe that look for it. Default: all. */
  during?: string[];
}
/** How a page shows a refusal. */
export interface RefusalSign extends SignParts {
  reason: Refusal | Block;
  message?: string | Read;
}
/** A page that only a person can pass, and what they have to do. */
export interface PersonSign extends SignParts {
  person: string;
}
type Sign = RefusalSign | PersonSign;

/** Something that covers the page: dismissed by a click, or by steps. */
type Banner = Target | { when: Condition; do: Step[] };

export interface Rows {
  rows: Target;
}

/** What a page says about the purchase: address and items. */
export interface Summary {
  /** The name and every line of the address; several readings are joined. */
  ship_to?: Read | Read[];
  lines?: Rows & { product: Read; quantity: Read };
}

export interface Recipe {
  version: 1;
  name: string;
  /** For people who share recipes. */
  about?: {
    software?: string;
    software_version?: string;
    tested_on?: { date: string; software_version: string };
    abilities?: string[];
    author?: string;
    /** Of everything else in the file. */
    checksum?: string;
  };
  /** Path of a product page: `/products/{slug}`, `/item.php?id={slug}`. `{any}` is any one part, `{path}` the rest. */
  product_path: string;
  /** A regular expression for paths that are not products. */
  not_products?: string;
  /** Other hosts that the pages may load from, such as `*.example.com`. All others are blocked. */
  hosts?: string[];
  /** The browser's language, also for country names: `de-DE`. */
  locale?: string;
  /** Default timeout of a step. */
  patience_seconds?: number;
  /** How long after submit a purchase may still appear in the history. At least 1800. */
  late_seconds?: number;
  /** Whether prices include tax. */
  prices: 'net' | 'gross';
  /** Dialogs to decline. All others are accepted. */
  decline_dialogs?: TextMatch;
  /** The decimal separator, if it is ambiguous. */
  decimal?: '.' | ',';
  /** The words for a price of zero. */
  free?: string;
  /** Dismissed wherever they appear: cookie banners, newsletters. */
  banners?: Banner[];
  signs?: Sign[];
  log_in?: { start: Step[]; logged_in: Condition; steps: Step[] };
  /** For orders without an account. */
  guest?: Step[];
  empty_cart: Step[];
  /** For each line of the order. */
  add: Step[];
  cart: Rows & {
    steps?: Step[];
    product: Read;
    quantity: Read;
    unit_price?: Read;
    line_total?: Read;
    variant?: Read;
    /** The product's name, if `product` is its address. */
    title?: Read;
    /** False: the rows don't add up to `totals.items` (different tax or discount). */
    adds_up?: boolean;
  };
  check_out: Step[];
  /** Without `items`, the cart's rows are added up. */
  totals: { items?: Amount; shipping?: Amount; tax?: Amount; fees?: Amount; discount?: Amount; total: Amount };
  last_look?: Step[];
  /** On the page with the button; compared with the order before it is pressed. */
  review?: Summary;
  /** The delivery day, on the page with the button. */
  delivery?: Read;
  buy: {
    button: Target;
    after?: Step[];
    success: Condition;
    /** Without it, the number comes from the order history. */
    number?: Read;
    total?: Read;
    /** On the success page; compared with the order. */
    confirmation?: Summary;
    /** The page gave up: Errand checks the history at once. */
    lost?: Condition;
    /** How long to wait for the success page. Default: 30. */
    within_seconds?: number;
  };
  /** Mode `link`: the address to open; with several lines, `{{list}}` joins what each line adds. */
  link?: string | { address: string; line: string; between: string };
  history?: Rows & {
    steps: Step[];
    /** There are no orders. */
    empty?: Condition;
    number: Read;
    total?: Read;
    placed?: Read;
    reference?: Read;
    address?: Read;
    next?: Target;
  };
  order?: {
    steps: Step[];
    reference?: Read;
    total?: Read;
    /** The shipping address: an order to another postal code is not ours. */
    ship_to?: Read;
    lines?: Rows & { product: Read; quantity: Read };
    parcels?: Rows & { id?: Read; number?: Read; carrier?: Read; address?: Read; expected?: Read };
    shipped?: Condition;
    delivered?: Condition;
    cancelled?: Condition;
  };
  /** The store's return form. */
  return?: {
    /** Our reason codes, each with the store's name for it. */
    reasons: Record<string, string>;
    methods?: Record<string, string>;
    /** To the page that shows the order's return and its status. */
    look: Step[];
    filed: Condition;
    /** From there: fills the form and sends it. */
    steps: Step[];
    number?: Read;
    approved?: Condition;
    denied?: Condition;
    credited?: Condition;
    /** The refund, if it can be less than what was paid. */
    refunded?: Read;
    message?: Read;
  };
  search?: Rows & { steps: Step[]; title: Read; address: Read; price: Read; image?: Read; next?: Condition };
  product?: {
    steps: Step[];
    missing?: Condition;
    sold_out?: Condition;
    title: Read;
    price: Read;
    description?: Read;
    image?: Read;
    choices?: Rows & { label: Read; values: Target; value?: Omit<Read, 'read'> };
  };
}
