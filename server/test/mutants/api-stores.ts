import { amazonGuards } from './amazon-business.ts';
import type { Guard } from './guard.ts';
import { lookupGuards } from './lookups.ts';
import { mouserGuards } from './mouser.ts';
import { vendureGuards } from './vendure.ts';
import { wooGuards } from './woocommerce.ts';

const connectors = 'server/src/connectors/';
const medusa = `${connectors}medusa/`;
const medusaTests = [`${medusa}medusa.test.ts`];

const atMedusa: Guard[] = [
  {
    name: 'medusa: a cart is believed to be empty (a fence that is none)',
    file: `${medusa}history.ts`,
    from: '(Boolean(after.completed_at) || after.items.length === 0)',
    to: 'after.items.length >= 0',
    tests: medusaTests,
  },
  {
    name: 'medusa: a cart that cannot be read is fenced',
    file: `${medusa}history.ts`,
    after: 'function emptyCart',
    from: `if ('kind' in cart) return false;`,
    to: `if ('kind' in cart) return true;`,
    tests: medusaTests,
  },
  {
    name: 'medusa: a cart that cannot be read was not bought',
    file: `${medusa}history.ts`,
    from: `if ('kind' in cart) return unsureAnswer(cart.message);`,
    to: `if ('kind' in cart) return { kind: 'absent' };`,
    tests: medusaTests,
  },
  {
    name: 'medusa: a cart that nobody recorded is fenced',
    file: `${medusa}history.ts`,
    from: 'if (!handle || !(await emptyCart(api, handle.cartId, call))) return { fenced: false };',
    to: 'if (!handle) return { fenced: true };',
    tests: medusaTests,
  },
  {
    name: 'medusa: a changed total is ignored',
    file: `${connectors}check-cart.ts`,
    from: 'if (price?.total !== quoted.price.total || price.currency !== quoted.price.currency)',
    to: 'if (price === null)',
    tests: medusaTests,
  },
  {
    name: 'medusa: a changed content is ignored',
    file: `${connectors}check-cart.ts`,
    from: `if (!cartMatches(lines, wanted)) return changed('content');`,
    to: '',
    tests: medusaTests,
  },
  {
    name: 'medusa: a changed address is ignored',
    file: `${medusa}submit.ts`,
    from: 'isSentThere: isSentTo(cart, request.shippingAddress),',
    to: 'isSentThere: true,',
    tests: medusaTests,
  },
  {
    name: 'medusa: max_price is not looked at before the button',
    file: `${connectors}check-cart.ts`,
    from: 'if (price && price.total > request.maxPrice) return',
    to: 'if (price && price.total < 0) return',
    tests: medusaTests,
  },
  {
    name: 'medusa: max_price is not looked at when the cart is filled',
    file: `${connectors}check-cart.ts`,
    from: 'return price.total > request.maxPrice ? priceTooHigh(price, request) : null;',
    to: 'return null;',
    tests: medusaTests,
  },
  {
    name: 'medusa: the button is pressed for a cart that was bought before',
    file: `${medusa}submit.ts`,
    from: `if (cart.completed_at) return unknownOutcome('This cart was already checked out.');`,
    to: '',
    tests: medusaTests,
  },
  {
    name: 'medusa: a refusal is believed though the cart was completed',
    file: `${medusa}submit.ts`,
    from: `'kind' in cart || cart.completed_at)`,
    to: `'kind' in cart)`,
    tests: medusaTests,
  },
  {
    name: 'medusa: a conflict is believed to be a refusal',
    file: `${medusa}submit.ts`,
    from: `mayStillRun(error.status) ? null : await readCart`,
    to: `error.status === 0 ? null : await readCart`,
    tests: medusaTests,
  },
  {
    name: 'medusa: a payment that needs more is a refusal',
    file: `${medusa}submit.ts`,
    from: `if (type === 'payment_authorization_error') {`,
    to: `if (type === 'payment_authorization_error' || type === 'payment_requires_more_error') {`,
    tests: medusaTests,
  },
  {
    name: 'medusa: the fence does not wait for a completion that began before',
    file: `${medusa}history.ts`,
    from: `await clock.sleep(Math.min(`,
    to: `void clock.now(Math.min(`,
    tests: medusaTests,
  },
  {
    name: 'medusa: an answer that is a page counts as not bought',
    file: `${medusa}submit.ts`,
    from: 'return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;',
    to: 'return reply.problem;',
    tests: medusaTests,
  },
  {
    name: 'medusa: a store that answers outside its protocol is retried for ever',
    file: `${medusa}store-api.ts`,
    from: `export const unexpectedReply = unexpectedAnswer('The response is not from a Medusa store. Nothing was bought.');`,
    to: `export const unexpectedReply: StoreProblem = { kind: 'blocked', reason: 'retailer_unavailable', message: '' };`,
    tests: medusaTests,
  },
  {
    name: 'medusa: a page without orders ends the list, however many are missing',
    file: `${medusa}account-history.ts`,
    from: 'if (orders.length >= count || orders',
    to: 'if (listed.length === 0 || orders.length >= count || orders',
    tests: medusaTests,
  },
  {
    name: 'medusa: only the first page of the order list is read',
    file: `${medusa}account-history.ts`,
    from: 'if (orders.length >= count || orders',
    to: 'if (true || orders',
    tests: medusaTests,
  },
  {
    name: 'medusa: a list that is not sorted counts as read whole',
    file: `${medusa}account-history.ts`,
    from: 'if (!isNewestFirst(orders)) return',
    to: 'if (orders.length < 0) return',
    tests: medusaTests,
  },
  {
    name: 'medusa: an order that lost its reference is not ruled out',
    file: `${medusa}account-history.ts`,
    from: 'if (!ours && unmarked.length === 0) return',
    to: 'if (!ours) return',
    tests: medusaTests,
  },
  {
    name: 'medusa: two purchases under one reference are taken for one',
    file: `${medusa}account-history.ts`,
    from: 'if (ours && another) return unsureAnswer(',
    to: 'if (ours && another && false) return unsureAnswer(',
    tests: medusaTests,
  },
];

const inGeneral: Guard[] = [
  {
    name: 'api stores: a store that answers outside its protocol counts as well',
    file: 'server/src/domains/catalog/stores/limit-connector.ts',
    from: ` || detail === 'not_understood';`,
    to: ';',
    tests: ['server/test/contract/stores-lookup.test.ts'],
  },
  {
    name: 'api stores: the key of a shop is not told to its connector',
    file: 'server/src/domains/catalog/stores/live-stores.ts',
    from: '      credentialNames,\n',
    to: '',
    tests: ['server/test/contract/stores-lookup.test.ts'],
  },
];

/** Stores with an API of their own: what is checked before the button, what is believed after it, how it is found again. */
export const apiStoreGuards: Guard[] = [
  ...inGeneral,
  ...lookupGuards,
  ...atMedusa,
  ...vendureGuards,
  ...wooGuards,
  ...amazonGuards,
  ...mouserGuards,
];
