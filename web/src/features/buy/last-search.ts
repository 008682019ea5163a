let path = '/app/buy';

/** The back link of a product leads to the last search with its filters. */
export function saveSearch(params: URLSearchParams): void {
  path = params.size > 0 ? `/app/buy?${params}` : '/app/buy';
}

export const lastSearch = () => ({ to: path, label: path === '/app/buy' ? 'Buy' : 'Results' });
