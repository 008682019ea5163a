/** The chosen product in the checkout's URL, so it survives a reload and can be shared. */
export interface Choice {
  url: string;
  retailer: string | null;
  productId: string | null;
  quantity: number;
  variant: { label: string; value: string }[];
  condition: string | null;
}

export function checkoutPath(choice: Choice): string {
  const params = new URLSearchParams({ url: choice.url });
  if (choice.retailer) params.set('retailer', choice.retailer);
  if (choice.productId) params.set('product', choice.productId);
  if (choice.quantity > 1) params.set('quantity', String(choice.quantity));
  if (choice.condition) params.set('condition', choice.condition);
  for (const { label, value } of choice.variant) params.append('variant', `${label}=${value}`);
  return `/app/buy/checkout?${params}`;
}

export function readChoice(params: URLSearchParams): Choice {
  return {
    url: params.get('url') ?? '',
    retailer: params.get('retailer'),
    productId: params.get('product'),
    quantity: Math.min(100, Math.max(1, Math.trunc(Number(params.get('quantity') ?? 1)) || 1)),
    condition: params.get('condition'),
    variant: params.getAll('variant').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [{ label: pair.slice(0, at), value: pair.slice(at + 1) }] : [];
    }),
  };
}
