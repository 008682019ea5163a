import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSystem, type TestSystem } from '../harness/system.ts';

// What readers type, and where the answer is. The search must have it among its first three results.

const questions: [query: string, ...answers: string[]][] = [
  ['how do I get an API key', '/docs#get-a-key', '/docs/guides/first-order#create-a-sandbox-key'],
  ['create a sandbox key', '/docs/guides/first-order#create-a-sandbox-key', '/docs/interface/sandbox#create-a-key'],
  ['place an order with curl', '/docs/guides/first-order#place-the-order', '/docs/guides/orders#place-an-order'],
  ['verify webhook signature', '/docs/guides/webhooks#verify-the-signature'],
  ['webhook retries', '/docs/guides/webhooks#respond-in-time', '/docs/interface/webhooks#understand-delivery'],
  [
    'resend a failed webhook',
    '/docs/guides/webhooks#recover-missed-events',
    '/docs/interface/webhooks#check-the-log-and-replay-deliveries',
    '/docs/reference/webhooks#replayFailedWebhookDeliveries',
  ],
  ['test clock advance time', '/docs/guides/test-clocks', '/docs/guides/test-clocks#advance-a-clock'],
  ['Errand-Test-Fault', '/docs/guides/test-faults', '/docs/guides/test-faults#what-you-see'],
  ['rotate webhook secret', '/docs/interface/webhooks#rotate-a-secret'],
  [
    'which events can I subscribe to',
    '/docs/interface/webhooks#choose-event-types',
    '/docs/guides/webhooks#add-an-endpoint',
  ],
  [
    'test webhooks on localhost',
    '/docs/guides/webhooks#listen-while-you-develop',
    '/docs/guides/webhooks#test-your-endpoint',
    '/docs/cli#receive-events-without-a-tunnel',
  ],
  ['how does pagination work', '/docs/interface/general#page-through-lists'],
  ['rate limit', '/docs/interface/general#stay-within-rate-limits'],
  ['429 too many requests', '/docs/interface/general#stay-within-rate-limits', '/docs/errors/rate_limit_exceeded'],
  ['idempotency key', '/docs/interface/general#retry-with-an-idempotency-key', '/docs#retry-safely'],
  ['retry a request safely', '/docs#retry-safely', '/docs/interface/general#retry-with-an-idempotency-key'],
  ['my request timed out', '/docs/guides/orders#handle-timeouts'],
  ['why did my order fail', '/docs/interface/orders#see-why-an-order-failed', '/docs/guides/orders#handle-failures'],
  ['max_price_exceeded', '/docs/failure-reasons/max_price_exceeded'],
  ['insufficient_funds', '/docs/errors/insufficient_funds'],
  ['cancel an order', '/docs/guides/orders#cancel-an-order', '/docs/interface/orders#cancel-an-order'],
  ['track a parcel', '/docs/interface/orders#track-an-order', '/docs/reference/tracking#trackOrder'],
  ['export orders as csv', '/docs/guides/orders#list-and-export-orders', '/docs/reference/orders#exportOrders'],
  ['get a price before ordering', '/docs/guides/orders#get-a-quote', '/docs/interface/quotes'],
  ['add money to wallet', '/docs/interface/wallet#add-funds'],
  ['download a receipt', '/docs/interface/wallet#download-receipts-and-statements'],
  ['return an item', '/docs/guides/returns', '/docs/guides/returns#request-a-return'],
  ['when do I get my refund', '/docs/guides/returns#get-the-refund', '/docs/interface/returns#get-the-refund'],
  ['csv columns for bulk orders', '/docs/interface/bulk#name-the-columns', '/docs/guides/bulk#get-the-column-template'],
  [
    'connect Claude over MCP',
    '/docs/guides/agents#connect-over-mcp',
    '/docs/interface/mcp#connect',
    '/docs/interface/mcp',
  ],
  [
    'limit how much an agent can spend',
    '/docs/guides/policies',
    '/docs/guides/policies#set-a-limit',
    '/docs/guides/agents#give-the-agent-a-key-and-a-policy',
  ],
  ['approve an order', '/docs/guides/policies#approve-an-order'],
  ['freeze spending', '/docs/interface/policies#freeze-spending', '/docs/guides/policies#stop-all-spending'],
  [
    'can it buy from Amazon',
    '/docs/stores#amazon-walmart-and-other-large-retailers',
    '/docs/stores/amazon-business',
    '/docs/interface/desk',
  ],
  ['connect a Shopify store', '/docs/stores#shopify'],
  ['write a recipe for a shop', '/docs/recipes#write-a-recipe', '/docs/recipes', '/docs/recipes#1-draft-it'],
  ['captcha', '/docs/recipes#when-a-store-needs-a-person'],
  ['deploy with docker', '/docs/deploy', '/docs/deploy#use-docker-compose', '/docs/deploy#compose'],
  ['environment variables', '/docs/configuration'],
  ['move to a postgresql server', '/docs/install#move-to-a-postgresql-server'],
  ['set up TLS and a reverse proxy', '/docs/self-hosting#2-start-a-reverse-proxy', '/docs/self-hosting'],
  ['back up the database', '/docs/runbooks/backup', '/docs/runbooks/backup#dump-the-database'],
  ['rotate master keys', '/docs/runbooks/secrets#rotate-master-keys'],
  ['two-factor authentication for operators', '/docs/interface/operator#set-up-two-factor-authentication'],
  ['get order status', '/docs/guides/orders#check-the-status', '/docs/reference/orders#getOrder'],
  ['max price', '/docs/guides/orders#set-a-maximum-price', '/docs/interface/orders#place-an-order'],
  ['bearer token', '/docs/interface/general#authenticate', '/docs#get-a-key'],
  ['webhook not arriving', '/docs/runbooks/webhooks', '/docs/guides/webhooks#recover-missed-events'],
  [
    'local webhook testing',
    '/docs/guides/webhooks#get-a-verified-webhook-in-five-minutes',
    '/docs/cli#receive-events-without-a-tunnel',
    '/docs/guides/webhooks#test-your-endpoint',
  ],
  ['duplicate webhook events', '/docs/interface/webhooks#understand-delivery', '/docs/guides/webhooks#respond-in-time'],
  ['x402', '/docs/interface/agent', '/docs/guides/agents#pay-per-request-without-an-account'],
  ['partial refund', '/docs/interface/returns#get-the-refund'],
  ['smtp settings', '/docs/configuration#sign-people-in-and-send-email'],
  ['stripe setup', '/docs/configuration#take-payments'],
  ['sandbox test products', '/docs/interface/sandbox#test-products'],
  ['pay with card', '/docs/interface/orders#pay-with-a-card', '/docs/interface/wallet#save-cards'],
  ['exchange rate', '/docs/guides/currencies#understand-the-exchange-rate'],
  ['euro wallet', '/docs/guides/currencies', '/docs/guides/currencies#open-a-wallet-in-another-currency'],
  ['late package', '/docs/interface/orders#late-orders'],
  ['return label pdf', '/docs/interface/returns#print-labels'],
  ['invite a team member', '/docs/interface/people#invite-people'],
  ['roles and permissions', '/docs/interface/people#invite-people'],
  ['delete my account', '/docs/interface/people#delete-your-account'],
  ['revoke an API key', '/docs/reference/api-keys#revokeKey', '/docs/interface/people#manage-keys'],
  ['health check', '/docs/interface/general#check-health'],
  ['kubernetes', '/docs/deploy#kubernetes'],
  ['prometheus metrics', '/docs/configuration#monitor-errand', '/docs/runbooks/telemetry#read-metrics'],
  ['upgrade to a new version', '/docs/runbooks/deploy'],
  ['CORS from a browser', '/docs/interface/general#call-from-a-browser'],
  ['OAuth for MCP', '/docs/interface/mcp#sign-in-with-oauth'],
  ['long polling', '/docs/guides/orders#check-the-status'],
  ['product variants', '/docs/guides/products#choose-a-variant'],
  ['save a card', '/docs/interface/wallet#save-cards'],
  ['prepaid credit for agents', '/docs/interface/agent#buy-prepaid-credit'],
  ['unsubscribe from emails', '/docs/interface/people#choose-emails'],
  [
    'what happens if the store goes down while ordering',
    '/docs/interface/orders#understand-retries',
    '/docs/interface/stores#when-a-store-has-problems',
    '/docs/guides/test-faults#-the-store-is-down',
    '/docs/guides/orders#handle-failures',
  ],
  ['wait for order to be delivered sdk', '/docs/sdk#wait-for-an-order'],
  ['python example create order', '/docs/guides/orders#place-an-order', '/docs/guides/first-order#place-the-order'],
  ['products from different stores in one order', '/docs/errors/mixed_retailers'],
  ['ship to Canada', '/docs/errors/unsupported_country', '/docs/interface/orders#place-an-order'],
  [
    'send order as a gift',
    '/docs/failure-reasons/gift_option_unavailable',
    '/docs/interface/orders#accept-less-than-the-whole-order',
    '/docs/reference/orders#createOrder',
  ],
  [
    'order stuck in progress',
    '/docs/runbooks/orders-that-need-review',
    '/docs/interface/orders#see-what-an-order-is-waiting-for',
    '/docs/going-live#when-something-goes-wrong',
    '/docs/guides/orders#check-the-status',
    '/docs/guides/orders#handle-failures',
  ],
  ['how long is a quote valid', '/docs/interface/quotes#read-a-quote', '/docs/interface/quotes'],
  [
    'daily spending limit per key',
    '/docs/interface/policies#choose-limits',
    '/docs/guides/policies#set-a-limit',
    '/docs/guides/policies',
    '/docs/interface/orders#place-an-order',
  ],
  ['who can approve orders', '/docs/guides/policies#approve-an-order', '/docs/interface/people#invite-people'],
  ['test a declined card', '/docs/interface/sandbox#test-cards'],
  ['monthly statement pdf', '/docs/interface/wallet#download-receipts-and-statements'],
  [
    'which events does a webhook send',
    '/docs/interface/webhooks#choose-event-types',
    '/docs/guides/webhooks#add-an-endpoint',
  ],
  [
    'webhook to a private network address',
    '/docs/interface/webhooks#understand-delivery',
    '/docs/configuration#develop-locally',
  ],
  ['list missed events', '/docs/interface/webhooks#list-events', '/docs/guides/webhooks#recover-missed-events'],
  ['SDK retries and timeouts', '/docs/sdk#rely-on-retries'],
  ['typescript error classes', '/docs/sdk#handle-errors'],
  ['shell completion', '/docs/cli#use-it-in-scripts'],
  [
    'add totp secret to retailer account',
    '/docs/interface/managed-accounts#add-an-account',
    '/docs/reference/retailer-accounts#createManagedAccount',
  ],
  ['forward verification code emails', '/docs/interface/managed-accounts#receive-codes-by-email'],
  [
    'use my own amazon account',
    '/docs/stores/amazon-business',
    '/docs/stores/amazon-business#checklist',
    '/docs/stores#amazon-business',
    '/docs/stores#amazon-walmart-and-other-large-retailers',
  ],
  [
    'search products across all stores',
    '/docs/guides/products#search-all-stores',
    '/docs/interface/products#search-all-stores',
  ],
  [
    'how fresh is product data',
    '/docs/interface/products#get-details-and-offers',
    '/docs/guides/products#get-details-and-offers',
  ],
  [
    'csv upload row limit',
    '/docs/interface/bulk#name-the-columns',
    '/docs/configuration#change-limits-and-the-sandbox',
  ],
  ['download bulk results', '/docs/interface/bulk#download-the-results', '/docs/guides/bulk#track-the-batch'],
  ['mcp tools list', '/docs/interface/mcp#use-the-tools'],
  ['agent pays without api key', '/docs/guides/agents#pay-per-request-without-an-account', '/docs/interface/agent'],
  ['prompt injection from product titles', '/docs/interface/mcp#treat-store-text-as-data'],
  ['open a support case', '/docs/interface/cases#open-a-case', '/docs/guides/returns#get-help-with-anything-else'],
  ['attach a photo to a case', '/docs/interface/cases#attach-files'],
  ['restore from backup', '/docs/runbooks/restore', '/docs/runbooks/restore#restore-an-errand-backup'],
  ['disk full', '/docs/runbooks/full-disk', '/docs/runbooks/full-disk#the-databases-disk-is-full'],
  ['delete old orders retention', '/docs/configuration#set-data-retention'],
  ['opentelemetry traces', '/docs/runbooks/telemetry', '/docs/configuration#monitor-errand'],
  ['add a woocommerce store', '/docs/stores#woocommerce'],
  [
    'detect store platform from url',
    '/docs/stores#detect-a-stores-kind',
    '/docs/interface/stores#probe-and-check-a-store',
    '/docs/going-live#2-detect-the-kind-of-store',
  ],
  [
    'stop buying from a store',
    '/docs/interface/operator#turn-a-retailer-off',
    '/docs/interface/stores#how-errand-chooses-a-way-to-buy',
  ],
  ['manual ordering by our staff', '/docs/interface/desk', '/docs/interface/stores#let-people-place-orders'],
  ['migrate from the old v1 api', '/docs/interface/legacy'],
  [
    'breaking changes and versioning',
    '/docs/api-stability',
    '/docs/api-stability#what-is-stable',
    '/docs/api-stability#what-can-change',
    '/docs/api-stability#how-we-remove-things',
  ],
];

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const search = async (query: string): Promise<string[]> => {
  const { body } = await system.get(`/docs/search.json?q=${encodeURIComponent(query)}`);
  return (body as { url: string }[]).map(({ url }) => url);
};

it('answers 115 of 115 typical questions in the first three results', async () => {
  expect(questions).toHaveLength(115);
  const missed: Record<string, string[]> = {};
  for (const [query, ...answers] of questions) {
    const found = (await search(query)).slice(0, 3);
    if (!found.some((url) => answers.includes(url))) missed[query] = found;
  }
  expect(missed).toEqual({});
});

it('finds the most common questions at the first result', async () => {
  const first: Record<string, string> = {
    'webhook signature': '/docs/guides/webhooks#verify-the-signature',
    pagination: '/docs/interface/general#page-through-lists',
    timeout: '/docs/guides/orders#handle-timeouts',
    policy_denied: '/docs/errors/policy_denied',
  };
  for (const [query, url] of Object.entries(first)) expect([query, (await search(query))[0]]).toEqual([query, url]);
});

it('every result links to an existing heading; typos, hostile and empty queries are harmless', async () => {
  const pages = new Map<string, string>();
  for (const [query] of questions) {
    for (const url of await search(query)) {
      const [path = '', anchor] = url.split('#', 2);
      if (!pages.has(path)) pages.set(path, (await system.call(path, { headers: { accept: 'text/html' } })).text);
      if (anchor !== undefined) expect(pages.get(path), url).toContain(`id="${anchor}"`);
    }
  }
  expect(await search('webhok signatur')).toContain('/docs/guides/webhooks#verify-the-signature');
  for (const query of ['', ' ', '"><script>', 'a '.repeat(1000), '%00', '__proto__ constructor'])
    expect(Array.isArray(await search(query)), query).toBe(true);
  const page = await system.get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(page.text).not.toContain('<script>alert');
  expect((await system.get('/docs/search?q=refund')).text).toContain('/docs/guides/returns#get-the-refund');
});
