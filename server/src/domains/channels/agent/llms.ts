import type { App } from '../../../platform/http/index.ts';
import type { Guard } from '../../access/accounts/index.ts';
import type { PaymentMethod } from './methods/method.ts';

interface Offered {
  publicUrl: string;
  /** What orders can be paid with. */
  methods: readonly PaymentMethod[];
  callMethods: readonly PaymentMethod[];
}

/** What an agent reads first: what can be done here, for how much, and where the rest is written. */
function llmsText({ publicUrl, methods, callMethods }: Offered): string {
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
- POST ${publicUrl}/agent/credit?amount_cents=500 : buy prepaid credit for data calls with one charge, 1 to 100 USD. Its \`secret\` then
  pays as {"token": "<secret>"} with the method \`prepaid\`. POST ${publicUrl}/agent/credit/refund with the secret as bearer sends the rest back.
`;
  const playMoney = `
With the method \`sandbox\` the money is play money and nothing real is bought: the payload is {"token": "sandbox_ok"}.
`;
  const agentMode = `
## Agent mode: no account, paid per request

The Payment HTTP authentication scheme (HTTP 402). Send the request; answer one of the \`WWW-Authenticate: Payment\`
challenges with \`Authorization: Payment <credential>\`; success carries \`Payment-Receipt\`.

- POST ${publicUrl}/agent/orders : buy; max_price plus 1 USD, what is not used goes back. \`X-Api-Key\` opens the order. Paid with: ${namesOf(methods)}.
${callMethods.length > 0 ? dataCalls : ''}${has('prepaid') ? prepaid : ''}${has('sandbox') ? playMoney : ''}`;
  return `# Errand

> Search, buy, track and return things from online retailers over one HTTP API. Prices are whole cents of USD.
${methods.length > 0 ? agentMode : ''}
## With a key

- [Quickstart](${publicUrl}/sandbox/quickstart): mint a free test key with one POST and place a first order
- [OpenAPI](${publicUrl}/openapi.json): every operation, its errors and its price (x-payment-info)
- [Reference](${publicUrl}/docs): the same for people
- [Retailers](${publicUrl}/retailers): what can be ordered from
- [Errors](${publicUrl}/docs/errors.md): every code, why it happens and what to do; each error's \`docs\` leads to its page
- [Pages about the interface](${publicUrl}/docs/interface.md): how everything behaves, as Markdown
- [All of it in one file](${publicUrl}/llms-full.txt)

## MCP

- ${publicUrl}/mcp : the same as tools of the Model Context Protocol (2026-07-28 and 2025), with the key as bearer; without a key: search, and
  the offer of a sandbox key. \`errand mcp\` on standard input and output. place_order asks your person unless a spend policy decides.
  Hosts that let people sign in (OAuth 2.1) connect to ${publicUrl}/mcp?sign_in instead.
`;
}

export function llmsRoutes(app: App, { guard, ...offered }: Offered & { guard: Guard }): void {
  app.get('/llms.txt', { onRequest: guard.anyone, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(offered)),
  );
}
