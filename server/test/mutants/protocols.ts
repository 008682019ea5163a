import type { Guard } from './guard.ts';

const contract = (name: string): string => `server/test/contract/${name}.test.ts`;
const mcp = 'server/src/domains/channels/mcp/';
const ucp = 'server/src/domains/channels/ucp/';
const outgoing = 'server/src/platform/outgoing/';
const limits = [contract('protocol-limits')];
const signatures = ['server/src/platform/message-signatures.test.ts'];
const agents = [contract('ucp-agents')];
const redirects = ['server/src/domains/people/oauth/model.test.ts'];
const storeText = ['server/src/domains/channels/mcp/store-text.test.ts'];

/** What callers of the protocols cannot do to each other, and what strangers cannot make of them. */
export const protocolGuards: Guard[] = [
  {
    name: 'protocols: anonymous MCP sessions of one address are not limited',
    file: `${mcp}sessions.ts`,
    from: `if (keyId === null && (isOver || pool.length >= quota.total)) throw`,
    to: `if (keyId === null && pool.length >= quota.total) throw`,
    tests: limits,
  },
  {
    name: 'protocols: anonymous MCP sessions use up the pool of keys',
    file: `${mcp}sessions.ts`,
    from: `if (keyId === null && (isOver || pool.length >= quota.total)) throw`,
    to: `if (keyId === null && isOver) throw`,
    tests: limits,
  },
  {
    name: 'protocols: a session is counted too late',
    file: `${mcp}sessions.ts`,
    from: `const old = makeRoomFor(keyId, caller);`,
    to: `await idle;\n      const old = makeRoomFor(keyId, caller);\n      await clock.sleep(0);`,
    tests: limits,
  },
  {
    name: 'protocols: a key ends the sessions of another',
    file: `${mcp}sessions.ts`,
    from: `const own = pool.filter(([, session]) => session.caller === caller);`,
    to: `const own = keyId === null ? pool.filter(([, session]) => session.caller === caller) : pool;`,
    tests: limits,
  },
  {
    name: 'protocols: HEAD /mcp',
    file: `${mcp}routes.ts`,
    from: `app.get('/mcp', { ...door, exposeHeadRoute: false }, answer);`,
    to: `app.get('/mcp', door, answer);`,
    tests: limits,
  },
  {
    name: 'protocols: an old signature counts',
    file: 'server/src/platform/signature-times.ts',
    from: `if (created < at - signatureMs) return`,
    to: `if (created < 0) return`,
    tests: signatures,
  },
  {
    name: 'protocols: a signature from the future counts',
    file: 'server/src/platform/signature-times.ts',
    from: `if (created > at + skewMs) return`,
    to: `if (created === 0) return`,
    tests: signatures,
  },
  {
    name: 'protocols: an expired signature counts',
    file: 'server/src/platform/signature-times.ts',
    from: `if (expires !== null && !(expires > at)) return`,
    to: `if (expires === 0) return`,
    tests: signatures,
  },
  {
    name: 'protocols: a signature without a time counts',
    file: 'server/src/platform/message-signatures.ts',
    from: `now, needsCreated: true }`,
    to: `now, needsCreated: false }`,
    tests: signatures,
  },
  {
    name: 'protocols: another form of a signature is another signature',
    file: 'server/src/platform/message-signatures.ts',
    from: `value.subarray(0, value.length / 2)`,
    to: `value`,
    tests: signatures,
  },
  {
    name: 'protocols: a captured request is accepted again',
    file: `${ucp}accept-signature.ts`,
    from: `if (await insertSignature(db, id, refusedFrom(clock.now()))) return;`,
    to: `await insertSignature(db, id, refusedFrom(clock.now()));\n  return;`,
    tests: agents,
  },
  {
    name: 'protocols: a captured message of a store is accepted again',
    file: `${ucp}receive-order-update.ts`,
    from: `await acceptSignatureOnce({ db: needs.database.db, clock: needs.clock }, profileUrl, verdict.signatureId);`,
    to: '',
    tests: ['server/test/journeys/ucp-store.test.ts'],
  },
  {
    name: 'protocols: a program sends people to any scheme',
    file: 'server/src/domains/people/oauth/model.ts',
    from: `return protocol === 'https:' || privateScheme.test(protocol);`,
    to: `return protocol !== 'javascript:';`,
    tests: redirects,
  },
  {
    name: 'protocols: a scheme that was registered before goes on',
    file: 'server/src/domains/people/oauth/model.ts',
    from: `if (!isRedirectUri(asked)) return false;\n  if (registered.includes(asked)) return true;`,
    to: `if (registered.includes(asked)) return true;\n  if (!isRedirectUri(asked)) return false;`,
    tests: redirects,
  },
  {
    name: 'protocols: an app is shown by the host behind its scheme',
    file: 'server/src/domains/people/oauth/model.ts',
    from: `host: protocol === 'https:' || protocol === 'http:' ? hostname : protocol }`,
    to: `host: hostname === '' ? protocol : hostname }`,
    tests: redirects,
  },
  {
    name: 'protocols: text of a store closes its tag',
    file: `${mcp}store-text.ts`,
    from: `text.replaceAll(/<([\\s/]*store_text)/gi, '&lt;$1')`,
    to: `text`,
    tests: storeText,
  },
  {
    name: 'protocols: text of a store is not marked',
    file: `${mcp}store-text.ts`,
    from: `if (isUntrusted(schema)) return wrapValue(value);`,
    to: '',
    tests: storeText,
  },
  {
    name: 'protocols: the refusal of a store is not marked',
    file: `${mcp}store-text.ts`,
    from: `message: isStores ? wrapText(message) : message,`,
    to: `message,`,
    tests: storeText,
  },
  {
    name: 'protocols: a name that a store gave a field is not marked',
    file: `${mcp}store-text.ts`,
    from: `isUntrusted(others) ? plainName(name) : name`,
    to: `name`,
    tests: storeText,
  },
  {
    name: 'protocols: what a store says about a quote is not marked',
    file: `${mcp}store-text.ts`,
    from: `code === 'quote_refused' ? fieldsOf(details).error_type : code;`,
    to: `code;`,
    tests: storeText,
  },
  {
    name: 'protocols: a result has any length',
    file: `${mcp}fit.ts`,
    from: `fitBody(body, (fields) => bytesOf(present(fields)) <= left)`,
    to: `fitBody(body, () => true)`,
    tests: ['server/src/domains/channels/mcp/fit.test.ts'],
  },
  {
    name: 'protocols: an entry of a list has any length',
    file: `${mcp}lists.ts`,
    from: `if (Buffer.byteLength(text) <= entryBytesMax) return`,
    to: `return`,
    tests: ['server/src/domains/channels/mcp/fit.test.ts'],
  },
  {
    name: 'protocols: place_order takes a quote for another order',
    file: `${mcp}quote-for.ts`,
    from: `await checkQuote(needs, caller, row.id, digest)`,
    to: `await checkQuote(needs, caller, row.id, row.digest)`,
    tests: [contract('mcp-results')],
    title: 'refuses a quote',
  },
  {
    name: 'protocols: ports of other services are called',
    file: `${outgoing}outgoing.ts`,
    from: `if (!isWebPort(port)) throw refusedPort(port);`,
    to: '',
    tests: [`${outgoing}outgoing.test.ts`],
  },
  {
    name: 'protocols: the browser reaches ports of other services',
    file: `${outgoing}dial.ts`,
    from: `if (!isWebPort(port)) throw refusedPort(port);`,
    to: '',
    tests: [`${outgoing}outgoing.test.ts`],
  },
  {
    name: 'protocols: an unknown label is told from a wrong signature',
    file: 'server/src/domains/delivery/returns/routes.ts',
    from: `if (!label) throw linkTampered();`,
    to: `if (!label) throw notFound();`,
    tests: [contract('return-labels')],
  },
  {
    name: 'protocols: a private store is added',
    file: 'server/src/domains/catalog/stores/routes.ts',
    from: `await checkAddresses(needs.outgoing, body);\n      return saveAndPresent(needs, (save) => addStore`,
    to: `return saveAndPresent(needs, (save) => addStore`,
    tests: [contract('desk-stores')],
  },
  {
    name: 'protocols: a store is moved to a private address',
    file: 'server/src/domains/catalog/stores/routes.ts',
    from: `await checkAddresses(needs.outgoing, body);\n      return saveAndPresent(needs, (save) => changeStore`,
    to: `return saveAndPresent(needs, (save) => changeStore`,
    tests: [contract('desk-stores')],
  },
  {
    name: 'protocols: a file of stores names private addresses',
    file: 'server/src/domains/catalog/stores/apply-file.ts',
    from: `if (problem) throw fileFailure(`,
    to: `if (problem && store.name === '') throw fileFailure(`,
    tests: ['server/src/domains/catalog/stores/check-addresses.test.ts'],
  },
  {
    name: 'protocols: a quote leaves an address at a WooCommerce store',
    file: 'server/src/connectors/woocommerce/history.ts',
    from: `await shopSession.ask('POST', '/cart/update-customer', call, blank);`,
    to: '',
    tests: ['server/src/connectors/woocommerce/woocommerce.test.ts'],
  },
];
