import type { Condition, Recipe, Step, Target } from '../../server/src/connectors/browser/recipe.ts';
import { type Candidate, candidatesOn } from './suggest.ts';
import { clickNow, escapePattern, locatorOf, open, pick, type Tour } from './tour.ts';

interface ProductPage {
  path: string;
  productPath: string;
  add: Step[];
  choices: Partial<Pick<Recipe, 'product' | 'optional_choices'>>;
}

export async function productPage(tour: Tour): Promise<ProductPage> {
  const path = await open(tour, 'a product', '/products/example');
  const productPath = await tour.person.ask('The path of product pages', path.replace(/[^/=]+\/?$/, '{slug}'));
  const quantity = await pick(tour, 'The quantity field', 'field', [/quantity|qty|pieces|amount|how many/i]);
  const isList = isSame(
    quantity,
    (await listsOn(tour)).map(({ target }) => target),
  );
  const choices = await choicesOn(tour, quantity);
  const button = await pick(tour, 'The "add to cart" button', 'button', [/add to (cart|basket|bag)/i, /cart|basket/i]);
  const before = tour.page.url();
  await clickNow(tour, button);
  const until = await addedCondition(tour, before);
  return {
    path,
    productPath,
    add: [
      { open: '{{line.url}}', until: { there: 'h1' } },
      { read: 'h1', as: 'line.title' },
      {
        each: 'line.variant',
        as: 'choice',
        do: [choices.product ? chooseFromList : { choose: { role: 'radio', name: '{{choice.value}}', exact: true } }],
      },
      isList
        ? { choose: quantity, option: '{{line.quantity}}', missing: 'product_quantity_unavailable' }
        : { fill: quantity, with: '{{line.quantity}}' },
      { click: button, once: true, until },
    ],
    choices,
  };
}

/** The page that the click opened, or words that it shows. */
async function addedCondition({ page, person }: Tour, before: string): Promise<Condition> {
  const { pathname } = new URL(page.url());
  if (pathname !== new URL(before).pathname) return { url: escapePattern(pathname) };
  return { there: { text: { matches: await person.ask('Words that appear once it was added', 'added') } } };
}

const chooseFromList: Step = {
  choose: { css: 'select', label: '{{choice.label}}' },
  option: '{{choice.value}}',
  missing: 'product_variant_unavailable',
};

const listsOn = async (tour: Tour): Promise<Candidate[]> =>
  (await candidatesOn(tour.page)).filter(({ isList }) => isList);
const isSame = (target: Target, others: Target[]): boolean =>
  others.some((other) => JSON.stringify(other) === JSON.stringify(target));

/** Lists such as sizes, which the customer must choose. Selects something in each, to add the product now. */
async function choicesOn(tour: Tour, quantity: Target): Promise<ProductPage['choices']> {
  const chosen: string[] = [];
  const others: string[] = [];
  for (const { words, target } of await listsOn(tour)) {
    const isQuantity = isSame(quantity, [target]);
    const [label = words] = /^[^:\s]+/.exec(words) ?? [];
    if (isQuantity || (await tour.person.ask(`Does the customer choose "${words}"? (yes or no)`, 'yes')) !== 'yes') {
      others.push(label);
      continue;
    }
    chosen.push(label);
    const list = locatorOf(tour.page, target);
    await list.selectOption({ index: (await list.locator('option').count()) - 1 }, { timeout: 2_000 }).catch(() => {});
  }
  if (chosen.length === 0) return {};
  const product = {
    steps: [{ open: '{{line.url}}', until: { there: 'h1' } }],
    title: { read: 'h1' },
    price: { read: await pick(tour, 'The price', 'amount', [/price|\$|€|£/i]) },
    choices: {
      rows: { css: 'label', has: 'select' },
      label: { read: ':scope', pattern: '^\\s*([^:\\s]+)' },
      values: 'option',
    },
  };
  // The rows include these lists, too.
  const optional = others.filter((label) => !chosen.includes(label)).map(escapePattern);
  return { product, ...(optional.length > 0 && { optional_choices: { matches: `^(${optional.join('|')})$` } }) };
}
