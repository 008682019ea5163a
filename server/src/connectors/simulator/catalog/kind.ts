/** Drawing of a product kind. */
export const glyphs = [
  'audio',
  'book',
  'bottle',
  'box',
  'card',
  'chair',
  'flower',
  'gem',
  'heart',
  'lamp',
  'paw',
  'phone',
  'pot',
  'screen',
  'shirt',
  'shoe',
  'sofa',
  'star',
  'tent',
  'wrench',
] as const;
export type Glyph = (typeof glyphs)[number];

/** A choice. `add` is its surcharge in cents. */
export interface ChoiceValue {
  value: string;
  add: number;
}

export interface Choice {
  label: string;
  values: readonly ChoiceValue[];
  /** Without a default, an order must choose. */
  required: boolean;
}

/** A product kind: the parts of its titles. */
export interface Kind {
  noun: string;
  /** Title template with {maker}, {line}, {noun} and {tail}. */
  pattern: string;
  glyph: Glyph;
  categories: readonly string[];
  makers: readonly string[];
  lines: readonly string[];
  tails: readonly string[];
  price: readonly [number, number];
  grams: readonly [number, number];
  choices: readonly Choice[];
  bullets: readonly string[];
  specifications: Readonly<Record<string, readonly string[]>>;
  /** Whether used and refurbished offers exist. */
  traded: boolean;
}

/** The format in JSON. Lists are separated by bars. */
interface KindInput {
  noun: string;
  under: string;
  pattern?: string;
  lines: string;
  tails?: string;
  /** Dollars, from and to. */
  price: readonly [number, number];
  /** Grams, from and to. */
  grams: readonly [number, number];
  bullets: string;
  specs: Readonly<Record<string, string>>;
  /** Required choices: `Size: S|M|L`. `L+5` adds a surcharge. */
  choose?: Readonly<Record<string, string>>;
  /** Optional choices. The first is the default. */
  colors?: string;
  glyph?: Glyph;
  makers?: string;
  traded?: boolean;
}

const list = (words: string): string[] => words.split('|').map((word) => word.trim());

function choiceValue(word: string): ChoiceValue {
  const [value = '', add] = word.split('+');
  return { value, add: add ? Number(add) * 100 : 0 };
}

function choicesOf(words: KindInput): Choice[] {
  const required = Object.entries(words.choose ?? {}).map(([label, values]) => ({
    label,
    values: list(values).map(choiceValue),
    required: true,
  }));
  if (!words.colors) return required;
  return [...required, { label: 'Color', values: list(words.colors).map(choiceValue), required: false }];
}

/** Kinds that share a top category, a drawing and the makers. */
export interface DepartmentInput {
  category: string;
  glyph: Glyph;
  makers: string;
  pattern?: string;
  traded?: boolean;
  kinds: readonly KindInput[];
}

export function department({ kinds, ...shared }: DepartmentInput): Kind[] {
  return kinds.map((words) => ({
    noun: words.noun,
    pattern: words.pattern ?? shared.pattern ?? '{maker} {line} {noun} {tail}',
    glyph: words.glyph ?? shared.glyph,
    categories: [shared.category, ...list(words.under.replaceAll(' > ', '|'))],
    makers: list(words.makers ?? shared.makers),
    lines: list(words.lines),
    tails: list(words.tails ?? ''),
    price: [words.price[0] * 100, words.price[1] * 100],
    grams: words.grams,
    choices: choicesOf(words),
    bullets: list(words.bullets),
    specifications: Object.fromEntries(Object.entries(words.specs).map(([name, values]) => [name, list(values)])),
    traded: words.traded ?? shared.traded ?? false,
  }));
}
