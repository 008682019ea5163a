// The order of layers and areas, as data. The boundary lint (.dependency-cruiser.cjs) reads it; ARCHITECTURE.md explains it.
module.exports = {
  // Layers import only rightwards.
  layers: ['main', 'legacy', 'domains', 'events', 'connectors', 'wire', 'platform', 'kit'],
  // Areas import only areas below them. Within an area, a slice imports only slices named before it.
  areas: {
    people: [],
    operations: ['overview', 'monitoring', 'operator'],
    sandbox: [],
    channels: ['webhooks', 'agent', 'mcp', 'ucp'],
    delivery: ['tracking', 'returns', 'cases'],
    orders: ['orders', 'placement', 'bulk', 'desk'],
    money: ['wallet', 'top-ups'],
    catalog: ['stores', 'products', 'retailer-accounts'],
    access: ['accounts', 'policies', 'activity'],
  },
  // Optional parts. Only server/src/main/plugins/ loads their code; everybody else uses core.ts of such a folder, if it has one.
  // Shopify stores are asked with the client in connectors/ucp, so of that folder only the kind of store is optional.
  plugins: {
    browser: ['connectors/browser/'],
    desk: ['connectors/desk/', 'domains/orders/desk/'],
    agent: ['domains/channels/agent/'],
    mcp: ['domains/channels/mcp/'],
    ucp: ['connectors/ucp/index.ts', 'domains/channels/ucp/'],
  },
};
