import type { SearchHit, Variant } from '../../../connectors/contract.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import { getProduct, type ProductNeeds, searchAllStores } from '../../catalog/products/index.ts';
import { itemIdOf, itemIn } from './checkout.ts';
import type { SearchBody } from './schema.ts';

type Json = Record<string, unknown>;

const priceOf = (amount: number, currency = 'USD') => ({ amount, currency });

function hitView(hit: SearchHit): Json {
  const price = priceOf(hit.price, hit.currency);
  return {
    id: hit.url,
    title: hit.title,
    description: { plain: hit.title },
    url: hit.url,
    price_range: { min: price, max: price },
    media: hit.image === null ? [] : [{ type: 'image', url: hit.image, alt_text: hit.title }],
    variants: [
      {
        id: hit.url,
        title: hit.title,
        description: { plain: hit.title },
        price,
        availability: { available: hit.available },
        seller: { name: hit.retailer },
      },
    ],
  };
}

export async function searchCatalog(needs: ProductNeeds, world: World, body: SearchBody): Promise<Json> {
  const { min, max } = body.filters?.price ?? {};
  const found = await searchAllStores(needs, { world, query: body.query, minPrice: min, maxPrice: max });
  if (found.kind !== 'found') {
    return { products: [], messages: [{ type: 'warning', code: 'unavailable', content: found.message }] };
  }
  const products = found.results.map(hitView);
  return { products, pagination: { has_next_page: false, total_count: products.length } };
}

export interface Product {
  url: string;
  title: string;
  price: number | null;
  view: Json;
}

/** A product by its URL, which is its id; null if no store of this mode sells it. */
export async function lookUpProduct(needs: ProductNeeds, world: World, itemId: string): Promise<Product | null> {
  const item = itemIn(itemId);
  const served = item && needs.registry.forUrl(world, item.url);
  if (!item || !served) return null;
  const { retailer, productId } = served.ref;
  const answer = served.connector.abilities.has('product')
    ? await getProduct(needs, { world, retailer, productId, isAsync: false })
    : null;
  if (answer?.kind !== 'found') return null;
  const { payload } = answer;
  const title = typeof payload.title === 'string' ? payload.title : productId;
  const price = typeof payload.price === 'number' ? payload.price : null;
  const variants = variantsIn(payload, item.url);
  const wanted = item.variant === null ? null : variants.find(({ id }) => id === itemId);
  return { url: item.url, title, price: wanted?.price ?? price, view: productView(item.url, payload, title, variants) };
}

interface VariantView {
  id: string;
  price: number;
  available: boolean;
  options: Variant[];
}

function variantsIn(payload: Json, url: string): VariantView[] {
  const price = typeof payload.price === 'number' ? payload.price : 0;
  const own = { id: url, price, available: payload.available !== false, options: [] };
  const listed = listOf(payload.variants).map(fieldsOf);
  const read = listed.map((variant): VariantView => {
    const options = listOf(variant.variant_specifics)
      .map(fieldsOf)
      .map(({ dimension, value }) => ({ label: String(dimension), value: String(value) }));
    return {
      id: itemIdOf(url, options),
      price: typeof variant.price === 'number' ? variant.price : price,
      available: variant.available !== false,
      options,
    };
  });
  return read.length > 0 ? read : [own];
}

function productView(url: string, payload: Json, title: string, variants: VariantView[]): Json {
  const currency = typeof payload.currency === 'string' ? payload.currency : 'USD';
  const prices = variants.map(({ price }) => price);
  const description = { plain: typeof payload.description === 'string' ? payload.description : title };
  const labels = [...new Set(variants.flatMap(({ options }) => options.map(({ label }) => label)))];
  const images = Array.isArray(payload.images) ? payload.images.filter((image) => typeof image === 'string') : [];
  return {
    id: url,
    title,
    description,
    url,
    price_range: { min: priceOf(Math.min(...prices), currency), max: priceOf(Math.max(...prices), currency) },
    media: images.map((image) => ({ type: 'image', url: image, alt_text: title })),
    options: labels.map((name) => ({
      name,
      values: [...new Set(variants.flatMap(({ options }) => options.filter(({ label }) => label === name)))]
        .map(({ value }) => value)
        .filter((value, index, all) => all.indexOf(value) === index)
        .map((label) => ({ label })),
    })),
    variants: variants.map(({ id, price, available, options }) => ({
      id,
      title: options.map(({ value }) => value).join(', ') || title,
      description,
      price: priceOf(price, currency),
      availability: { available },
      options: options.map(({ label, value }) => ({ name: label, label: value })),
    })),
  };
}
