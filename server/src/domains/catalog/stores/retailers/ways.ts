import { type StoreKindName, storeKindNames } from '../../../../connectors/store.ts';
import { oneOf } from '../../../../kit/fields.ts';

/** Ways to buy: an ordering API, a recipe for its pages, or people. */
export const ways = ['api', 'recipe', 'desk'] as const;
export type Way = (typeof ways)[number];

export interface BuyingWay {
  way: Way;
  kind: StoreKindName;
  /** What an operator needs to set it up. */
  needs: string;
  /** The page that says how, in the repository. */
  docs: string;
}

const recipe: BuyingWay = {
  way: 'recipe',
  kind: 'browser',
  needs: "A recipe for the retailer's pages, a retailer account, and the retailer's permission for automated buying.",
  docs: 'docs/recipes.md',
};
const desk: BuyingWay = {
  way: 'desk',
  kind: 'desk',
  needs: 'A person on your team who places and records the order.',
  docs: 'docs/interface/desk.md',
};

/** Brands with a supported ordering API. */
const apiByBrand: Readonly<Record<string, BuyingWay>> = {
  amazon: {
    way: 'api',
    kind: 'amazon-business',
    needs: 'An Amazon Business account with a buying group, and an app with API access.',
    docs: 'docs/stores/amazon-business.md',
  },
};

/** Every way to buy from the retailer, best one first. */
export const waysOf = (brand: string): BuyingWay[] => [...(apiByBrand[brand] ? [apiByBrand[brand]] : []), recipe, desk];

/** The way of a connector by its name, which starts with its kind. Null for the simulator. */
export function wayOfConnector(name: string): Way | null {
  const kind = oneOf(storeKindNames, name.split(' ')[0]);
  if (kind === undefined || kind === 'desk') return kind ?? null;
  return kind === 'browser' ? 'recipe' : 'api';
}
