/** The drawing that stands for a kind of thing on its generated picture. */
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

/** A value that a buyer can choose; `add` is what it costs more, in cents. */
export interface ChoiceValue {
  value: string;
  add: number;
}

export interface Choice {
  label: string;
  values: readonly ChoiceValue[];
  /** Without a default the store asks: an order that does not choose is refused. */
  required: boolean;
}

/** A kind of thing that stores sell: the words its products are made of. */
export interface Kind {
  noun: string;
  /** How a title is put together from {maker}, {line}, {noun} and {tail}. */
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
  /** Whether second-hand and refurbished ones are traded. */
  traded: boolean;
}

/** How a kind is written down: lists are separated by bars. */
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
  /** Must be chosen: `Size: S|M|L`. A value may cost more: `L+5`. */
  choose?: Readonly<Record<string, string>>;
  /** May be chosen; the first is what the picture shows and what comes by default. */
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
