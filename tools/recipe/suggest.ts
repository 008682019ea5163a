import type { Page } from 'playwright-core';
import { agreeOn } from '../../server/src/connectors/browser/agreement.ts';
import type { Locator, Read, Step, Target } from '../../server/src/connectors/browser/recipe.ts';

/** An element that a step could use, and the target that finds it. */
export interface Candidate {
  role: 'field' | 'button' | 'choice' | 'amount';
  /** What a person sees. */
  words: string;
  target: Target;
  /** A select. */
  isList?: boolean;
  /** A link, which leads to a page more often than it does something. */
  isLink?: boolean;
  /** A button that sends a form. */
  isSubmit?: boolean;
}

interface Found {
  role: Candidate['role'];
  label: string;
  text: string;
  css: string;
  /** Locators by attributes that `css` doesn't use. */
  attributes: string[];
  tag: string;
  type: string;
  /** For an amount whose selector isn't unique: its parent, by its first words. */
  row: Locator | null;
  /** A button that sends a form with `post`. */
  isSubmit: boolean;
}

/** Everything on the page that can be filled, clicked, chosen or read, in page order. */
export async function candidatesOn(page: Page): Promise<Candidate[]> {
  const found = await page.evaluate(collectCandidates);
  const candidates = found.flatMap((one): Candidate[] => {
    const { role, label, text, css, tag, isSubmit } = one;
    const target = targetOf(one);
    const kind = { isList: tag === 'SELECT', isLink: tag === 'A', isSubmit };
    return target === null ? [] : [{ role, words: label || text || css, target, ...kind }];
  });
  return Promise.all(candidates.map((candidate) => withAgreement(page, candidate)));
}

/** Several independent locators, if the page allows it. Null if only the tag is known, which other elements share. */
function targetOf({ role, label, text, css, attributes, tag, row }: Found): Target | null {
  // A radio button may be too small to click, so use its label.
  if (role === 'choice' && label) return { css: 'label', text: label, exact: true };
  // For one cell among many, use its row by its first words. It has no other number.
  if (role === 'amount') return row ?? (css || null);
  const byWords: Locator[] = [];
  // A label around a select also contains its options.
  if (role === 'field' && label) byWords.push(tag === 'SELECT' ? { label } : { label, exact: true });
  if (role === 'button' && text) byWords.push({ role: tag === 'A' ? 'link' : 'button', name: text, exact: true });
  const [first, ...others] = new Set<Locator>([...byWords, ...(css ? [css] : []), ...attributes]);
  return first === undefined || others.length === 0 ? (first ?? null) : [first, ...others];
}

/** Leaves out locators that don't agree on the current page. */
async function withAgreement(page: Page, candidate: Candidate): Promise<Candidate> {
  const { target } = candidate;
  if (!Array.isArray(target)) return candidate;
  const kept: Locator[] = target.slice(0, 1);
  for (const one of target.slice(1)) if ((await agreeOn(page, [...kept, one], {})).element) kept.push(one);
  return { ...candidate, target: kept.length > 1 ? kept : (kept[0] ?? '') };
}

/** The candidates that match, best expression first; buttons of forms come before links. */
export function best(candidates: readonly Candidate[], role: Candidate['role'], fits: readonly RegExp[]): Candidate[] {
  const rank = ({ isLink = false, isSubmit = false }: Candidate): number => (isSubmit ? 0 : isLink ? 2 : 1);
  const ofRole = candidates
    .filter((candidate) => candidate.role === role)
    .toSorted((left, right) => (role === 'button' ? rank(left) - rank(right) : 0));
  const named = (target: Target): string => (role === 'field' ? JSON.stringify(target) : '');
  const byWords = fits.flatMap((fit) => ofRole.filter(({ words }) => fit.test(words)));
  const fitting = [...byWords, ...fits.flatMap((fit) => ofRole.filter(({ target }) => fit.test(named(target))))];
  return [...new Set([...fitting, ...ofRole])].slice(0, 12);
}

/** The parts of an element used below. The function runs in the page. */
interface Seen {
  tagName: string;
  type?: string;
  form?: { method: string; getAttribute(name: string): string | null } | null;
  previousElementSibling: Seen | null;
  id: string;
  innerText?: string;
  labels?: Iterable<Seen> | null;
  className: unknown;
  children: { length: number };
  parentElement: Seen | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { width: number; height: number };
}

function collectCandidates(): Found[] {
  const { document } = globalThis as unknown as { document: { querySelectorAll(css: string): Iterable<Seen> } };
  const clean = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const isSeen = (element: Seen): boolean => element.getBoundingClientRect().width > 0;
  const cssOf = (element: Seen): string => {
    const tag = element.tagName.toLowerCase();
    const name = element.getAttribute('name');
    const testId = element.getAttribute('data-testid');
    if (testId) return `[data-testid="${testId}"]`;
    if (element.id) return `[id="${element.id}"]`;
    if (name) return `${tag}[name="${name}"]`;
    const [first] = typeof element.className === 'string' ? element.className.trim().split(/\s+/) : [];
    return first ? `${tag}.${first}` : '';
  };
  const attributesOf = (role: Found['role'], element: Seen, css: string): string[] => {
    const tag = element.tagName.toLowerCase();
    const named = ['name', 'autocomplete', 'href', 'placeholder', 'type'].flatMap((name) => {
      const value = element.getAttribute(name);
      return value && !value.includes('"') ? [`${tag}[${name}="${value}"]`] : [];
    });
    const action = element.form?.getAttribute('action');
    if (role === 'button' && action && !action.includes('"')) named.push(`form[action="${action}"] ${tag}`);
    return named.filter((one) => one !== css && [...document.querySelectorAll(one)].length === 1).slice(0, 2);
  };
  const rowOf = (element: Seen, css: string, label: string): Found['row'] => {
    const term = element.previousElementSibling;
    const name = clean(term?.innerText);
    if (element.tagName === 'DD' && term?.tagName === 'DT' && name && !name.includes("'"))
      return `dt:text-is('${name}') + dd`;
    const [words = ''] = /^\p{L}[\p{L} ]*/u.exec(label) ?? [];
    const isAlone = css !== '' && [...document.querySelectorAll(css)].length === 1;
    if (isAlone || words.trim() === '' || !element.parentElement) return null;
    return { css: element.parentElement.tagName.toLowerCase(), text: { matches: `^\\s*${words.trim()}\\b` } };
  };
  const found: Found[] = [];
  const add = (role: Found['role'], element: Seen, label: string): void => {
    const text = clean(element.innerText);
    const { tagName: tag, type = '' } = element;
    const css = cssOf(element);
    found.push({
      role,
      label,
      text,
      css,
      attributes: attributesOf(role, element, css),
      tag,
      type,
      row: role === 'amount' ? rowOf(element, css, label) : null,
      isSubmit: role === 'button' && type === 'submit' && element.form?.method === 'post',
    });
  };
  for (const element of document.querySelectorAll('input, select, textarea')) {
    const { type = '' } = element;
    if (type === 'hidden' || type === 'submit' || !isSeen(element)) continue;
    const [label] = [...(element.labels ?? [])];
    const around = label?.innerText?.replace(element.innerText ?? '', '');
    const words = element.getAttribute('aria-label') ?? around ?? element.getAttribute('placeholder');
    add(type === 'radio' || type === 'checkbox' ? 'choice' : 'field', element, clean(words));
  }
  for (const element of document.querySelectorAll('button, a[href], input[type=submit], [role=button]')) {
    if (isSeen(element)) add('button', element, clean(element.getAttribute('aria-label')));
  }
  for (const element of document.querySelectorAll('[role=radio], [role=option], [role=checkbox]')) {
    if (isSeen(element)) add('choice', element, '');
  }
  for (const element of document.querySelectorAll('body *')) {
    const text = clean(element.innerText);
    if (element.children.length > 0 || !/\d[.,]\d\d/.test(text) || !isSeen(element)) continue;
    const isTerm = element.tagName === 'DD' && element.previousElementSibling?.tagName === 'DT';
    const around = isTerm
      ? `${clean(element.previousElementSibling?.innerText)} ${text}`
      : element.parentElement?.innerText;
    add('amount', element, clean(around));
  }
  return found;
}

/** A button that closes a cookie wall, by its words. */
export const bannerTexts = /^(accept|agree|allow|got it|ok(ay)?$|i understand|only necessary|reject all|decline)/i;

/** Form fields: their words, the recipe's value, and what to type now to get to the next page. */
export const addressFields: [string, RegExp, string, string][] = [
  ['e-mail address', /e-?mail/i, '{{email}}', 'recipe@example.com'],
  ['first name', /first name|given name/i, '{{address.first_name}}', 'Recipe'],
  ['last name', /last name|surname|family name/i, '{{address.last_name}}', 'Check'],
  ['name', /^(full |your )?name/i, '{{address.full_name}}', 'Recipe Check'],
  ['street', /street|(?<!e-?mail )address/i, '{{address.line1}}', '100 Congress Avenue'],
  ['apartment', /apartment|suite|address line 2/i, '{{address.line2}}', ''],
  ['house number', /house (no|number)/i, '{{address.house_number}}', '100'],
  ['city', /city|town/i, '{{address.city}}', 'Austin'],
  ['country', /country/i, '{{address.country_name}}', 'United States'],
  ['state', /state|province|region/i, '{{address.state_name}}', 'Texas'],
  ['postal code', /zip|post(al )?code/i, '{{address.postal_code}}', '78701'],
  ['phone', /phone|tel/i, '{{address.phone}}', '+15125550100'],
];

/** Readings of the address in the fields that these steps fill. */
export const readingsOfAddress = (steps: readonly Step[]): Read[] =>
  steps.flatMap((step): Read[] => {
    const value = 'fill' in step ? step.with : 'choose' in step ? [step.option].flat()[0] : undefined;
    if (!value || !/address\.(?!phone|country)/.test(value)) return [];
    if ('fill' in step) return [{ read: step.fill, attribute: 'value', or: '' }];
    // A list shows words; its value may be a number.
    const [list = ''] = 'choose' in step ? [step.choose].flat() : [];
    return [{ read: { css: 'option:checked', in: list, hidden: true }, or: '' }];
  });

/** CSS of a cart's row, and of the quantity and the price in it. Empty if the page doesn't show which. */
export interface RowParts {
  row: string;
  quantity: string;
  price: string;
}

/** The parts of the cart's row with a link to this product. */
export const rowPartsOn = (page: Page, productPath: string): Promise<RowParts> =>
  page.locator('body').evaluate(collectRowParts, productPath);

interface RowElement extends Seen {
  parentElement: RowElement | null;
  querySelector(css: string): RowElement | null;
  querySelectorAll(css: string): Iterable<RowElement>;
  getAttribute(name: string): string | null;
}

/** Runs in the page. */
function collectRowParts(body: RowElement, productPath: string): RowParts {
  const cssOf = ({ tagName, className }: RowElement): string => {
    const [first] = typeof className === 'string' ? className.trim().split(/\s+/) : [];
    return first ? `${tagName.toLowerCase()}.${first}` : tagName.toLowerCase();
  };
  const isPrice = ({ innerText = '' }: RowElement): boolean => /\d[.,]\d\d\b/.test(innerText);
  const links = [...body.querySelectorAll('a[href]')].filter((link) =>
    link.getAttribute('href')?.split(/[?#]/)[0]?.endsWith(productPath),
  );
  let row = links.find(({ innerText = '' }) => innerText.trim() !== '') ?? null;
  while (row && !isPrice(row)) row = row.parentElement;
  if (!row) return { row: '', quantity: '', price: '' };
  const folder = productPath.slice(0, productPath.lastIndexOf('/') + 1);
  const inRow = [...row.querySelectorAll('*')];
  const isLeaf = (element: RowElement): boolean => element.children.length === 0;
  const find = (element: RowElement | undefined): string => {
    const css = element ? cssOf(element) : '';
    if (css !== '' && row?.querySelector(css) === element) return css;
    if (!element?.parentElement) return '';
    const cells = [...element.parentElement.querySelectorAll(':scope > *')];
    const place = `${element.tagName.toLowerCase()}:nth-child(${cells.indexOf(element) + 1})`;
    return row?.querySelector(place) === element ? place : '';
  };
  const field = row.querySelector('input[type=number], input[name*=qty], input[name*=quantity], select');
  const count = inRow.find((element) => isLeaf(element) && /^[×x]?\s*\d{1,3}$/.test(element.innerText?.trim() ?? ''));
  return {
    // A bare tag would also match the head of a table.
    row: row.className || folder === '/' ? cssOf(row) : `${cssOf(row)}:has(a[href*="${folder}"])`,
    quantity: field ? `${field.tagName.toLowerCase()}` : find(count),
    price: find(inRow.find((element) => isLeaf(element) && isPrice(element))),
  };
}
