export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export const failure = (status: number, code: string, message: string, more: object = {}): Reply => ({
  status,
  body: { code: `woocommerce_rest_${code}`, message, data: { status, ...more } },
});

export const stateUnknown = (state: string): Reply => ({
  status: 400,
  body: {
    code: 'rest_invalid_param',
    message: 'Invalid parameter(s): shipping_address',
    data: { status: 400, params: { shipping_address: `The provided state (${state}) is not valid.` }, details: {} },
  },
});

/** The shop's own limit is a 400 with its own wait header. */
export const tooOften: Reply = {
  status: 400,
  body: { code: 'rate_limit_exceeded', message: 'Too many requests. Please wait 7 seconds.', data: { status: 400 } },
  headers: { 'RateLimit-Retry-After': '7' },
};

/** WordPress prettifies names and addresses. */
export const texturized = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#8217;')
    .replaceAll(' - ', ' &#8211; ')
    .replace(/(\d)x(\d)/g, '$1&#215;$2');

export const texturizedAll = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? texturized(value) : value]),
  );
