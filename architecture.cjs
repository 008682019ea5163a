// The order of the house, as data. The boundary lint (.dependency-cruiser.cjs) reads it; ARCHITECTURE.md explains it.
module.exports = {
  // Layers import only rightwards.
  layers: ['main', 'legacy', 'domains', 'connectors', 'wire', 'platform', 'kit'],
  // A slice imports only the index.ts of slices in earlier rows, never sideways.
  slices: [
    ['idempotency'],
    ['accounts', 'retailers', 'usage'],
    ['wallet', 'products', 'managed-accounts', 'webhooks', 'stores', 'questions', 'policies', 'requests', 'activity'],
    ['orders'],
    ['placement'],
    ['tracking', 'returns', 'cases', 'bulk', 'cancellations', 'desk', 'top-ups', 'quotes'],
    ['sandbox', 'agent', 'payments', 'events', 'overview', 'monitoring', 'alerts', 'notices'],
    ['people', 'operator', 'devices', 'oauth', 'mcp', 'ucp'],
  ],
};
