import type { Cents } from '../kit/money.ts';
import { chooseOffer, reasonForNoOffer } from './choose-offer.ts';
import type { Offer, PriceComponents, PurchaseRequest, Refused, Variant } from './contract.ts';
import { addressOf } from './product-path.ts';
import { refuse } from './refuse.ts';
import type { Store } from './store.ts';

/** A product of a store that sells only its own goods. */
export interface CatalogProduct {
  slug: string;
  title: string;
  description: string | null;
  images: string[];
  categories: string[];
  /** What a buyer has to choose. */
  choices: {
    label: string;
    values: string[];
    /** Absent: if there are several variants. */
    isRequired?: boolean;
  }[];
  variants: CatalogVariant[];
  basis: PriceComponents['basis'];
}

export interface CatalogVariant {
  id: string;
  sku: string | null;
  price: Cents;
  currency: string;
  isAvailable: boolean;
  /** Units in stock, where the store says so. */
  stock?: number;
  options: Variant[];
}

const isSame = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** The variant of an order line, or why it can't be bought. */
export function pickVariant(
  store: Store,
  product: CatalogProduct,
  { variant, selection }: PurchaseRequest['lines'][number],
  { options }: PurchaseRequest,
): CatalogVariant | Refused {
  const chosen = chooseVariant(product, variant ?? []);
  if ('kind' in chosen) return chosen;
  const offers = offersOf(store, { ...product, variants: [chosen] });
  if (chooseOffer(offers, selection, options)) return chosen;
  const reason = reasonForNoOffer(offers, selection, options);
  return refuse(reason, offerTexts[reason]);
}

export const offerTexts = {
  product_out_of_stock: 'This product is out of stock.',
  handling_days_exceeded: 'The store does not state its handling time.',
  product_unavailable: "The store's offer does not match the order's criteria.",
};

export function chooseVariant(product: CatalogProduct, wanted: readonly Variant[]): CatalogVariant | Refused {
  if (product.variants.length === 0) {
    return refuse('product_unavailable', 'The store does not sell this product right now.');
  }
  for (const choice of wanted) {
    const unknown = refuseUnknownChoice(product, choice);
    if (unknown) return unknown;
  }
  const [chosen, another] = product.variants.filter((variant) =>
    wanted.every(({ label, value }) =>
      variant.options.some((option) => isSame(option.label, label) && isSame(option.value, value)),
    ),
  );
  if (!chosen)
    return variantUnavailable(`This product is not available in ${wanted.map(({ value }) => value).join(', ')}.`);
  return another ? missingChoice(product, wanted) : chosen;
}

const variantUnavailable = (message: string): Refused =>
  refuse('product_variant_unavailable', message, { detail: 'invalid_variant' });

function refuseUnknownChoice(product: CatalogProduct, { label, value }: Variant): Refused | null {
  const choice = product.choices.find((candidate) => isSame(candidate.label, label));
  if (!choice) return variantUnavailable(`This product has no option ${label}.`);
  return choice.values.some((known) => isSame(known, value))
    ? null
    : variantUnavailable(`${choice.label} "${value}" is not available.`);
}

/** A choice that the line doesn't make. */
function missingChoice(product: CatalogProduct, wanted: readonly Variant[]): Refused {
  const open = product.choices.filter((choice) => !wanted.some(({ label }) => isSame(label, choice.label)));
  const known = open.map(({ label, values }) => `${label} (${values.join(', ')})`);
  return refuse('product_variant_required', `Choose ${known.join(' and ')}.`, { detail: 'insufficient_variants' });
}

/** One offer per variant. The cheapest available one is shown first. */
export function offersOf(
  store: Pick<Store, 'name'>,
  product: { variants: readonly Pick<CatalogVariant, 'id' | 'price' | 'currency' | 'isAvailable'>[] },
): Offer[] {
  const [first] = product.variants.toSorted(
    (a, b) => Number(b.isAvailable) - Number(a.isAvailable) || a.price - b.price,
  );
  return product.variants.map((variant) => ({
    offerId: variant.id,
    condition: 'New',
    price: variant.price,
    currency: variant.currency,
    available: variant.isAvailable,
    buyBox: variant === first,
    addon: false,
    international: false,
    marketplaceFulfilled: false,
    primeOnly: false,
    memberOnly: false,
    handlingDays: null,
    seller: { id: store.name, name: store.name, numRatings: null, percentPositive: null, firstParty: true },
    shippingOptions: [],
  }));
}

const specificsOf = ({ options }: CatalogVariant) => options.map(({ label, value }) => ({ dimension: label, value }));

/** Product details. Unknown facts are null. */
export function productPayload(store: Store, product: CatalogProduct): Record<string, unknown> {
  const shown = offersOf(store, product).find((offer) => offer.buyBox);
  return {
    product_id: product.slug,
    retailer: store.name,
    title: product.title,
    url: addressOf(store, product.slug),
    brand: null,
    price: shown?.price ?? null,
    list_price: null,
    currency: shown?.currency ?? store.currency,
    tax_included: product.basis === 'gross',
    images: product.images,
    main_image: product.images[0] ?? null,
    description: product.description,
    feature_bullets: [],
    specifications: [],
    categories: product.categories,
    variants: product.variants.map((variant) => ({
      variant_specifics: specificsOf(variant),
      price: variant.price,
      available: variant.isAvailable,
      sku: variant.sku,
    })),
    variant_groups: product.choices.map(({ label, values, isRequired = product.variants.length > 1 }) => ({
      label,
      values,
      required: isRequired,
    })),
    selected_variant: null,
    stars: null,
    num_reviews: null,
    available: product.variants.some((variant) => variant.isAvailable),
    stock: null,
    max_quantity: null,
  };
}

export function offersPayload(store: Store, product: CatalogProduct): Record<string, unknown> {
  const variantsById = new Map(product.variants.map((variant) => [variant.id, variant]));
  const specifics = (id: string) => {
    const variant = variantsById.get(id);
    return variant ? specificsOf(variant) : [];
  };
  return {
    product_id: product.slug,
    retailer: store.name,
    title: product.title,
    url: addressOf(store, product.slug),
    currency: product.variants[0]?.currency ?? store.currency,
    tax_included: product.basis === 'gross',
    offers: offersOf(store, product).map((offer) => {
      const { offer_id: id, ...shown } = offerPayload(offer);
      return { offer_id: id, variant_specifics: specifics(id), ...shown };
    }),
  };
}

/** An offer as clients are shown it. */
export const offerPayload = (offer: Offer) => ({
  offer_id: offer.offerId,
  condition: offer.condition,
  price: offer.price,
  available: offer.available,
  buy_box: offer.buyBox,
  addon: offer.addon,
  international: offer.international,
  marketplace_fulfilled: offer.marketplaceFulfilled,
  prime_only: offer.primeOnly,
  member_only: offer.memberOnly,
  handling_days: offer.handlingDays,
  seller: {
    id: offer.seller.id,
    name: offer.seller.name,
    num_ratings: offer.seller.numRatings,
    percent_positive: offer.seller.percentPositive,
    first_party: offer.seller.firstParty,
  },
  shipping_options: offer.shippingOptions.map((option) => ({
    name: option.name,
    price: option.price,
    delivery_days: option.deliveryDays,
  })),
});
