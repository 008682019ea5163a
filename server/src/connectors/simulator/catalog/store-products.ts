import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Brand } from '../../brands.ts';
import { addressStyles, slugOf } from './addresses.ts';
import type { Kind } from './kind.ts';
import { createProduct, type Product } from './product.ts';
import { type Profile, profiles } from './profiles.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

const retiredPerStore = 2;
const everydayPerKind = 4;

/** The products of one store. */
export interface Store {
  brand: Brand;
  profile: Profile;
  products: readonly Product[];
  byId: ReadonlyMap<string, Product>;
  /** Retired IDs and their replacements. */
  retired: ReadonlyMap<string, Product>;
}

/** Creates a brand's products. Null for an unknown brand. */
export function createStoreProducts(brand: Brand): Store | null {
  const profile = profiles[brand.id];
  const style = addressStyles[brand.id];
  if (!profile || !style) return null;

  const byId = new Map<string, Product>();
  const freshId = (ids: SeededRandom): string => {
    let id = style.newId(ids);
    while (byId.has(id)) id = style.newId(ids);
    return id;
  };
  const stock = (found: readonly Title[], ids: SeededRandom): void => {
    for (const { kind, title, maker, rank } of found) {
      const productId = freshId(ids);
      const url = `https://www.${brand.baseUrl}${style.path(slugOf(title), productId)}`;
      const identity = { retailer: brand.id, productId, title, brand: maker, url };
      const store = { endings: profile.endings, countries: brand.countries };
      byId.set(productId, createProduct(identity, kind, rank, store));
    }
  };
  const ids = createSeededRandom(`ids ${brand.id}`);
  stock(titles(brand.id, profile), ids);
  const successors = [...byId.values()].slice(0, retiredPerStore);
  const retired = new Map(successors.map((product) => [freshId(ids), product]));
  // Separate IDs, so that the others stay the same.
  const { everyday } = profile;
  const size = everyday.length * everydayPerKind;
  stock(titles(brand.id, { kinds: everyday, size }), createSeededRandom(`everyday ids ${brand.id}`));
  return { brand, profile, products: [...byId.values()], byId, retired };
}

interface Title {
  kind: Kind;
  title: string;
  maker: string;
  rank: number;
}

/** Adds products kind by kind until the store is full. Titles are unique. */
function titles(retailer: string, { kinds, size }: Pick<Profile, 'kinds' | 'size'>): Title[] {
  const found: Title[] = [];
  for (let round = 0; found.length < size; round += 1) {
    const left = kinds.filter((kind) => round < combinations(kind));
    if (left.length === 0) return found;
    for (const kind of left.slice(0, size - found.length)) found.push(titleOf(retailer, kind, round));
  }
  return found;
}

const combinations = (kind: Kind): number => kind.makers.length * kind.lines.length * kind.tails.length;

function titleOf(retailer: string, kind: Kind, round: number): Title {
  const all = combinations(kind);
  const place = (createSeededRandom(`titles ${retailer} ${kind.noun}`).below(all) + round * coprimeStride(all)) % all;
  const lineAt = place % kind.lines.length;
  const rest = Math.floor(place / kind.lines.length);
  const tailAt = rest % kind.tails.length;
  const maker = assertDefined(kind.makers[Math.floor(rest / kind.tails.length)]);
  const words: Record<string, string> = {
    maker,
    line: assertDefined(kind.lines[lineAt]),
    noun: kind.noun,
    tail: assertDefined(kind.tails[tailAt]),
  };
  const title = kind.pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => words[name] ?? '');
  return {
    kind,
    maker,
    title: title.replace(/(?<![,\s])[,\s]+$/, '').replace(/\s+/g, ' '),
    rank: Math.floor((positionIn(kind.lines, lineAt) * 2 + positionIn(kind.tails, tailAt)) / 3),
  };
}

/** Position of a word in its list, 0 to 1000. Lists go from small to large. */
const positionIn = (list: readonly string[], at: number): number =>
  list.length === 1 ? 0 : Math.floor((at * 1000) / (list.length - 1));

/** A step coprime to the length, near the golden ratio: visits every index once, spread out. */
function coprimeStride(all: number): number {
  let stride = Math.max(1, Math.floor(all * 0.618));
  while (commonFactor(stride, all) > 1) stride += 1;
  return stride;
}

function commonFactor(left: number, right: number): number {
  return right === 0 ? left : commonFactor(right, left % right);
}
