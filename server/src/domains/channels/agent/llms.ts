import type { PaymentMethod } from './methods/method.ts';

interface Offered {
  publicUrl: string;
  /** Payment methods for orders. */
  methods: readonly PaymentMethod[];
  callMethods: readonly PaymentMethod[];
}

/** The section of /llms.txt about paying for requests; empty without payment methods. */
export function describeAgentMode({ publicUrl, methods, callMethods }: Offered): string {
  const namesOf = (some: readonly PaymentMethod[]) => some.map(({ name }) => name).join(', ');
  const has = (name: string) => [...methods, ...callMethods].some((method) => method.name === name);
  const dataCalls = `
- POST ${publicUrl}/agent/search?q=&min_price=&max_price= : every retailer at once, 0.01 USD
- POST ${publicUrl}/agent/products/search?query=&retailer=&page= : one retailer, 0.01 USD
- POST ${publicUrl}/agent/products/details?product_id=&retailer= : amazon or walmart, 0.01 USD
- POST ${publicUrl}/agent/products/offers?product_id=&retailer= : amazon or walmart, 0.01 USD

These can be paid with: ${namesOf(callMethods)}.
`;
  const prepaid = `
- POST ${publicUrl}/agent/credit?amount_cents=500 : buy prepaid credit for data calls with one charge, 1 to 100 USD. Then pay
  with the method \`prepaid\` and the credit's \`secret\`: {"token": "<secret>"}. POST ${publicUrl}/agent/credit/refund, with the secret as a bearer token, refunds the remaining balance.
`;
  const playMoney = `
The method \`sandbox\` uses test money, and nothing real is bought. Its payload is {"token": "sandbox_ok"}.
`;
  if (methods.length === 0) return '';
  return `
## Agent mode: no account, paid per request

The Payment HTTP authentication scheme (HTTP 402). Send the request; answer one of the \`WWW-Authenticate: Payment\`
challenges with \`Authorization: Payment <credential>\`; a successful response has \`Payment-Receipt\`.

- POST ${publicUrl}/agent/orders : buy; max_price plus 1 USD, the unused amount is refunded. \`X-Api-Key\` gives access to the order. Paid with: ${namesOf(methods)}.
${callMethods.length > 0 ? dataCalls : ''}${has('prepaid') ? prepaid : ''}${has('sandbox') ? playMoney : ''}`;
}
