import type { Block, Refusal } from '../contract.ts';

/** What a page says or is called: a part of it (case does not matter), or a regular expression. */
export type TextMatch = string | { matches: string };

/** Where on the page. A text is a CSS selector; it finds what lies in open shadow roots too. */
export type Locator = string | TargetParts;
/** One locator, or several that know the same element by different things and have to agree on it. */
export type Target = Locator | Locator[];
export interface TargetParts {
  css?: string;
  role?: string;
  name?: TextMatch;
  label?: TextMatch;
  text?: TextMatch;
  placeholder?: TextMatch;
  test_id?: string;
  /** Names and texts have to be equal instead of containing the words. */
  exact?: boolean;
  /** Look only inside this. */
  in?: Locator;
  /** Look only inside the document of this iframe. */
  frame?: Locator;
  /** Contains this. */
  has?: Locator;
  /** Which one of several, from 0; -1 is the last one. */
  nth?: number;
  /** Also what cannot be seen. */
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

/** How a fact is read from the page. */
export interface Read {
  read: Target;
  /** An attribute, `value` for what a field holds, `page_url` for the page's address; the visible text otherwise. */
  attribute?: string;
  /** The first group of this regular expression, or all that it matches. */
  pattern?: string;
  /** Of a pattern with several groups: all of them, with this between them. */
  join?: string;
  /** What it is when there is nothing to read. Without it the reading waits, and fails. */
  or?: string;
}

/** An amount of money: one reading, or several that are added up. */
export type Amount = (Read & { /** Everything that the target finds is added up. */ all?: boolean }) | Amount[];

export interface StepLimits {
  /** For people: what this step is for. */
  note?: string;
  /** How long to wait for what the step waits for. */
  within_seconds?: number;
  /** When the target is not there now, go on. */
  optional?: boolean;
  /** What has to hold after the step, whatever it did. */
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
  /** The parts of the recipe in which it is looked for; all, when left out. */
  during?: string[];
}
/** What a refusal looks like. */
export interface RefusalSign extends SignParts {
  reason: Refusal | Block;
  message?: string | Read;
}
/** What only a person gets past, with what they are asked to do there. */
export interface PersonSign extends SignParts {
  person: string;
}
type Sign = RefusalSign | PersonSign;

/** What lies over a page now and then: a click is enough for it, or it takes some steps. */
type Banner = Target | { when: Condition; do: Step[] };

export interface Rows {
  rows: Target;
}

/** What a page says about the purchase: where it goes, and what is in it. */
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
  /** Where a product is shown: `/products/{slug}`, or `/item.php?id={slug}`; `{any}` is one part that does not matter, `{path}` all the rest. */
  product_path: string;
  /** A regular expression of paths that are no products, where `product_path` is as wide as `/{path}`. */
  not_products?: string;
  /** Foreign hosts that the pages may load from; `*.example.com` for all below. Every other one is cut off. */
  hosts?: string[];
  /** The language that the browser asks for, and in which countries are named: `de-DE`. */
  locale?: string;
  /** How long a step waits for the page, unless it says otherwise. */
  patience_seconds?: number;
  /** How long after submit a purchase may still appear in the history: 1800 at least. */
  late_seconds?: number;
  /** Whether the items' prices contain tax. */
  prices: 'net' | 'gross';
  /** Dialogs that say this are turned down; all others are agreed to. */
  decline_dialogs?: TextMatch;
  /** The decimal separator, where it cannot be told. */
  decimal?: '.' | ',';
  /** What stands where something costs nothing. */
  free?: string;
  /** Clicked away wherever it appears: cookie banners, newsletters. */
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
    /** What the store calls the product, where `product` is its address. */
    title?: Read;
    /** False: the rows are not expected to add up to the items of the totals (other tax, another discount). */
    adds_up?: boolean;
  };
  check_out: Step[];
  /** Without `items` the rows of the cart are taken for them. */
  totals: { items?: Amount; shipping?: Amount; tax?: Amount; fees?: Amount; discount?: Amount; total: Amount };
  last_look?: Step[];
  /** What the page with the button says; compared with the order before the button. */
  review?: Summary;
  /** When the store will deliver, on the page with the button. */
  delivery?: Read;
  buy: {
    button: Target;
    after?: Step[];
    success: Condition;
    /** Without it the history says under which number it was bought. */
    number?: Read;
    total?: Read;
    /** What the success page says; compared with the order. */
    confirmation?: Summary;
    /** What the page shows when it gave up: the history is asked at once. */
    lost?: Condition;
    /** How long to wait for the success page; 30 when left out. */
    within_seconds?: number;
  };
  /** Mode `link`: the address that is handed over; for several lines, what each one adds to it as `{{list}}`. */
  link?: string | { address: string; line: string; between: string };
  history?: Rows & {
    steps: Step[];
    /** What the page shows when there are no orders. */
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
    /** The address that it is sent to: an order for another postal code is not ours. */
    ship_to?: Read;
    lines?: Rows & { product: Read; quantity: Read };
    parcels?: Rows & { id?: Read; number?: Read; carrier?: Read; address?: Read; expected?: Read };
    shipped?: Condition;
    delivered?: Condition;
    cancelled?: Condition;
  };
  /** The store's return form. */
  return?: {
    /** Our reasons, each with what the store calls it. */
    reasons: Record<string, string>;
    methods?: Record<string, string>;
    /** To the page that shows whether a return of the order was asked for, and how it stands. */
    look: Step[];
    filed: Condition;
    /** From there: fills the form and sends it. */
    steps: Step[];
    number?: Read;
    approved?: Condition;
    denied?: Condition;
    credited?: Condition;
    /** What it refunded, where that may be less than what was paid. */
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
