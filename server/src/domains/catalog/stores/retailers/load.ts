import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ProductAddress, productIdIn } from '../../../../connectors/brands.ts';
import { findFirstFault } from '../../../../kit/find-first-fault.ts';
import { nullable } from '../../../../platform/http/index.ts';
import { findConflict, type Retailer } from './model.ts';

const domain = Type.String({ pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$' });

const productEntry = Type.Object(
  {
    url: Type.String({ pattern: '^https://[^/{}]+/[^{}]*\\{id\\}', maxLength: 500 }),
    pattern: Type.String({ minLength: 1, maxLength: 500 }),
    letter_case: Type.Optional(Type.Union([Type.Literal('upper'), Type.Literal('lower')])),
    example: Type.String({ minLength: 1, maxLength: 100 }),
  },
  { additionalProperties: false },
);

const retailerEntry = Type.Object(
  {
    retailer: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
    display_name: Type.String({ minLength: 1, maxLength: 100 }),
    base_url: domain,
    domains: Type.Array(domain, { minItems: 1 }),
    product: Type.Optional(productEntry),
    supported_countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { minItems: 1 }),
    free_shipping: Type.Boolean(),
    free_shipping_threshold_cents: nullable(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);

const retailersFile = Type.Object(
  { '//': Type.Optional(Type.String()), retailers: Type.Array(retailerEntry, { minItems: 1 }) },
  { additionalProperties: false },
);

/** Reads the brands, sorted by ID. An invalid file stops the start. */
export async function loadRetailers(path: string | URL): Promise<Retailer[]> {
  const refuse = (fault: string) => new Error(`The retailer catalog ${path} is invalid: ${fault}. Correct the file.`);
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${error.code})`);
  });
  const data = parse(content);
  if (data === undefined) throw refuse('it is not valid JSON');
  if (!Value.Check(retailersFile, data)) throw refuse(findFault(data));
  const broken = data.retailers.find(({ product }) => product && !compile(product.pattern));
  if (broken) throw refuse(`the product pattern for "${broken.retailer}" is not a regular expression with one group`);
  const retailers = data.retailers.map(toRetailer).sort((a, b) => (a.id < b.id ? -1 : 1));
  const conflict = findConflict(retailers) ?? retailers.map(productFault).find((fault) => fault !== null);
  if (conflict) throw refuse(conflict);
  return retailers;
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function findFault(data: unknown): string {
  const fault = findFirstFault(retailersFile, data);
  return fault ? `${fault.path || 'the file'} ${fault.words}` : 'it does not match the schema';
}

function toRetailer(entry: Static<typeof retailerEntry>): Retailer {
  return {
    id: entry.retailer,
    displayName: entry.display_name,
    baseUrl: entry.base_url,
    domains: entry.domains,
    countries: entry.supported_countries,
    freeShipping: entry.free_shipping,
    freeShippingThreshold: entry.free_shipping_threshold_cents,
    productAddress: toProductAddress(entry.product),
  };
}

function toProductAddress(product: Static<typeof productEntry> | undefined): ProductAddress | null {
  const pattern = product && compile(product.pattern);
  if (!product || !pattern) return null;
  return { url: product.url, pattern, letterCase: product.letter_case ?? null, example: product.example };
}

/** Null unless it has exactly one group. */
function compile(source: string): RegExp | null {
  try {
    const groups = new RegExp(`${source}|`, 'iu').exec('')?.length;
    return groups === 2 ? new RegExp(source, 'iu') : null;
  } catch {
    return null;
  }
}

/** Checks that URL and pattern match. */
function productFault(retailer: Retailer): string | null {
  const { id, domains, productAddress: address } = retailer;
  if (!address) return null;
  const url = new URL(address.url.replaceAll('{id}', () => address.example));
  const isOwn = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  if (!isOwn) return `the product URL for "${id}" is not on one of its domains`;
  if (productIdIn(retailer, url) === address.example) return null;
  return `the product pattern for "${id}" does not extract "${address.example}" from ${url.href}`;
}
