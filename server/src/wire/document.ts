import type { ApiDescription } from '../platform/http/index.ts';
import { errorExamples, errorSchemas } from './errors.ts';

/** Descriptions by name, for fields and parameters whose schema has none. */
const commonFields: Record<string, string> = {
  id: 'Unique ID.',
  created_at: 'When it was created.',
  updated_at: 'When it last changed.',
  expires_at: 'When it expires.',
  limit: 'Maximum number of entries per page.',
  offset: 'Number of entries to skip.',
  total: 'Total number of entries.',
  order_id: 'The order it belongs to.',
  account_id: 'The customer account it belongs to.',
  account_email: 'Email address of the customer account.',
  world: 'Mode: `test` is the sandbox, `live` is real money.',
  currency: 'Currency of the amounts (ISO 4217).',
  retailer: 'ID of the retailer, as in GET /retailers.',
  quantity: 'Number of units.',
  'idempotency-key':
    'A unique value for this request. A retry with the same value returns the first response and changes nothing.',
};

/** The groups of the reference, in order. */
const publicTags: Record<string, string> = {
  Orders: 'Quote, place, read, list, export and cancel orders.',
  Products: 'Search stores and read product details and offers.',
  Retailers: 'See which stores Errand can buy from.',
  Tracking: "Read an order's public tracking view.",
  Returns: 'Return items, download labels and track refunds.',
  Cases: 'Message support about an order.',
  Bulk: 'Place many orders from the rows of a spreadsheet.',
  Wallet: 'Read your balance, add funds, and download statements and receipts.',
  Payments: 'Let someone pay for an order with a link.',
  Policies: 'Limit what keys can spend and decide who approves purchases.',
  Webhooks: 'Receive events at your endpoints and inspect deliveries.',
  'Managed accounts': 'Buy with your own retailer accounts.',
  Agent: 'Search and buy without an account. Each request carries its own payment.',
  Sandbox: 'Create test keys and control simulated stores.',
  'API keys': 'Create, limit and revoke API keys.',
  Team: 'Invite people to your account and manage their roles.',
  'Sign-in': 'Let apps request API keys, and approve or deny their requests.',
  Account: 'Manage your profile, email preferences and activity log.',
  Usage: 'See which requests your keys made and how they ended.',
  Status: 'Check the health of the service.',
  'Legacy orders': 'Orders, cancellations and returns in the legacy API (/v1).',
  'Legacy cases': 'Cases in the legacy API (/v1).',
  'Legacy products': 'Search and product data in the legacy API (/v1).',
};

const operatorTags: Record<string, string> = {
  'Operator overview': 'System status, open tasks, search, audit log and failing endpoints.',
  'Operator cases and returns': 'Reply to cases, resolve returns, refund orders and resolve orders that need review.',
  'Operator desk': 'Place orders manually and record purchases, receipts and packages.',
  'Customers (operator)': 'Look up and act on orders, customers, keys, packages, emails, jobs and sessions.',
  'Operator settings': 'Enable or disable retailers and adjust wallets.',
  'Operator stores': 'Add, check and change the stores that Errand buys from.',
  'Operator recordings': 'Watch browser purchases and take them over.',
  'Operator monitoring': 'Metrics, alerts, incidents and the settings check.',
  'Operator sign-in': 'Set up the second factor that is required to move real money.',
  'Provider events': 'Endpoints that payment providers call.',
};

const version = '2026-08-21';
const license = { name: 'MIT', identifier: 'MIT' };

/** The parts of the OpenAPI documents that do not come from operations. */
export const describeApi = (publicUrl: string): ApiDescription => {
  const contact = { name: 'The operator of this service', url: `${publicUrl}/docs` };
  return {
    info: {
      public: {
        title: 'Errand',
        version,
        summary: 'One HTTP API to buy from online retailers.',
        description: 'Search, buy, track and return products from online stores through one HTTP API.',
        license,
        contact,
      },
      operator: {
        title: 'Errand operator API',
        version,
        summary: 'Run an Errand service.',
        description: `Operations for the people who run the service, and endpoints that payment providers call. The customer API is at ${publicUrl}/openapi.json.`,
        license,
        contact,
      },
    },
    tags: { public: publicTags, operator: operatorTags },
    commonFields,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key: svc_live_… or svc_test_…' },
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'Legacy API: the key is the username, and the password is empty.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'errand.session_token',
        description: 'The session of a signed-in user. Send `X-Errand-World: test` or `live` with the cookie.',
      },
      payment: {
        type: 'http',
        scheme: 'payment',
        description: 'Paid per request: complete a challenge from the 402 response.',
      },
    },
    schemas: errorSchemas,
    examples: errorExamples,
  };
};
