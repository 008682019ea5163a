interface Accepting {
  headers: { accept?: string | undefined };
}

/**
 * True only for a caller that names text/html and ranks it at least as high as JSON: browsers, but not curl's wildcard.
 */
export function prefersHtml(request: Accepting): boolean {
  const accept = request.headers.accept;
  if (accept === undefined || !accept.toLowerCase().includes('text/html')) return false;
  const html = weightOf(accept, 'text/html') ?? 0;
  return html > 0 && html >= (weightOf(accept, 'application/json') ?? 0);
}

/** Whether a request has this preference (RFC 7240), such as `Prefer: payment-link`. */
export const prefers = (request: { headers: Record<string, unknown> }, preference: string): boolean =>
  String(request.headers.prefer ?? '')
    .split(',')
    .some((part) => part.split(';', 1)[0]?.trim().toLowerCase() === preference);

function weightOf(accept: string, mediaType: string): number | null {
  for (const entry of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = entry.split(';').map((part) => part.trim());
    if (type !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    return Number.isFinite(value) ? value : 0;
  }
  return null;
}
