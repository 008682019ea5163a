let path = '/app/buy';

/** The way back from a product leads to what was found, filters and all. */
export function saveSearch(params: URLSearchParams): void {
  path = params.size > 0 ? `/app/buy?${params}` : '/app/buy';
}

export const lastSearch = () => ({ to: path, label: path === '/app/buy' ? 'Buy' : 'Results' });
