import type { ApiDescription } from '../platform/http/index.ts';
import { errorExamples, errorSchemas } from './errors.ts';

/** What the document says of each group of operations, in the order in which they are shown. */
const tags: Record<string, string> = {
  Orders: 'Buy, follow, export and call off.',
  Products: 'Search, details and offers.',
  Retailers: 'Who can be bought from.',
  Tracking: 'The public view of a parcel.',
  Returns: 'Send something back.',
  Cases: 'Talk about an order with support.',
  Bulk: 'Orders from a spreadsheet.',
  Wallet: 'Balance, money in and back.',
  Payments: 'Orders that a person pays for by a link.',
  Policies: 'What keys may spend, and who approves.',
  Webhooks: 'Events and where they are sent.',
  'Managed accounts': 'Your own accounts at retailers.',
  Agent: 'Paid per request, without an account.',
  Sandbox: 'Test keys and simulated stores.',
  Account: 'Keys, sign-in, devices.',
  Usage: 'What was called, and how it went.',
  Operations: 'Health and statistics.',
  Operator: 'For those who run the service.',
  'Legacy orders': 'The earlier API: orders.',
  'Legacy cases': 'The earlier API: cases.',
  'Legacy products': 'The earlier API: products.',
};

/** What the OpenAPI document says that is not of one operation. */
export const describeApi = (publicUrl: string): ApiDescription => ({
  info: {
    title: 'Errand',
    version: '2026-08-21',
    summary: 'One HTTP API to buy from online retailers.',
    description: 'Search, buy, track and return things from online retailers over one HTTP API.',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'The operator of this service', url: `${publicUrl}/docs` },
  },
  tags,
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key: svc_live_… or svc_test_…' },
    basic: { type: 'http', scheme: 'basic', description: 'Earlier API: the key as user name, no password.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'errand.session_token',
      description: 'A person who signed in on the web. Send X-Errand-World: test or live along with the cookie.',
    },
    payment: { type: 'http', scheme: 'payment', description: 'Paid per request: answer a 402 challenge.' },
  },
  schemas: errorSchemas,
  examples: errorExamples,
});
