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
};
