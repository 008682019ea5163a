// The order of layers and areas and who owns which table, as data. Lints read it (.dependency-cruiser.cjs, tools/lint-tables.ts);
// ARCHITECTURE.md explains it.
module.exports = {
  // Layers import only rightwards.
  layers: ['main', 'legacy', 'domains', 'events', 'connectors', 'wire', 'platform', 'kit'],
  // Areas import only areas below them. Within an area, a slice imports only slices named before it.
  areas: {
    people: [],
    operations: ['overview', 'monitoring', 'operator'],
    sandbox: [],
    channels: ['webhooks', 'agent', 'mcp', 'ucp'],
    delivery: ['tracking', 'returns', 'cases', 'documents'],
    orders: ['orders', 'placement', 'bulk', 'desk'],
    money: ['rates', 'wallet', 'top-ups', 'cards'],
    catalog: ['stores', 'products', 'retailer-accounts'],
    access: ['accounts', 'policies', 'activity'],
  },
  // Each table has one owner: a slice, or a folder of server/src. Only the owner writes and reads it. Others call the owner, or read a
  // view that it publishes.
  owners: {
    people: {
      tables: [
        'account_invitations',
        'device_codes',
        'oauth_clients',
        'oauth_refresh_tokens',
        'oauth_requests',
        'people',
        'people_factors',
        'people_links',
        'people_secrets',
        'people_sessions',
      ],
      views: ['person_profiles', 'person_sessions', 'sent_invitations'],
    },
    'operations/monitoring': {
      tables: [
        'alert_channels',
        'alert_rules',
        'alerts',
        'incident_updates',
        'incidents',
        'outcome_checkpoint',
        'outcome_hours',
        'outcome_minutes',
        'sample_hours',
        'samples',
      ],
    },
    'operations/operator': {
      tables: ['audit_links', 'audit_log', 'operator_presence', 'order_refunds'],
      views: ['operator_actions'],
    },
    sandbox: { tables: ['sandbox_claims', 'sandbox_mints', 'sandboxes'] },
    'channels/webhooks': {
      tables: [
        'events',
        'webhook_credentials',
        'webhook_deliveries',
        'webhook_endpoints',
        'webhook_secrets',
        'webhook_stops',
      ],
      views: ['event_summaries', 'webhook_attempts', 'webhook_receivers'],
    },
    'channels/agent': {
      tables: ['agent_credits', 'agent_payments', 'agent_refunds', 'agent_secrets', 'payments'],
      views: ['agent_charges', 'agent_orders'],
    },
    'channels/mcp': { tables: ['mcp_approvals'] },
    'channels/ucp': { tables: ['ucp_checkouts', 'used_signatures'] },
    'delivery/tracking': { tables: ['customer_mails', 'partial_cancellations'], views: ['recipient_mails'] },
    'delivery/returns': { tables: ['return_labels', 'return_requests'], views: ['order_returns'] },
    'delivery/cases': { tables: ['case_attachments', 'case_messages', 'cases'] },
    'delivery/documents': { tables: ['order_documents'] },
    'orders/orders': {
      tables: [
        'arrivals',
        'cancellations',
        'order_items',
        'order_secrets',
        'orders',
        'questions',
        'sandbox_hold_switches',
        'sandbox_holds',
        'shipments',
      ],
      views: ['order_actions', 'order_stores', 'order_summaries', 'ordered_items', 'parcels'],
    },
    'orders/placement': { tables: ['quotes'] },
    'orders/bulk': { tables: ['bulk_batches', 'bulk_rows'], views: ['batch_orders'] },
    'orders/desk': { tables: ['desk_receipts', 'desk_tasks'] },
    'money/wallet': {
      tables: [
        'currency_transfers',
        'currency_wallets',
        'failed_order_mails',
        'failed_order_notices',
        'ledger_checkpoint',
        'ledger_days',
        'ledger_sums',
        'ledger_transfers',
        'low_wallet_marks',
        'wallets',
      ],
      views: ['ledger_entries', 'wallet_balances'],
    },
    'money/top-ups': { tables: ['stray_payments', 'top_up_refunds', 'top_up_reversals', 'top_ups'] },
    'money/cards': {
      tables: ['card_payments', 'card_refunds', 'card_setups', 'saved_cards'],
      views: ['order_card_payments'],
    },
    'catalog/stores': {
      tables: [
        'retailer_switches',
        'store_films',
        'recipe_versions',
        'store_health',
        'store_hosts',
        'store_slots',
        'store_tokens',
        'store_visits',
        'stores',
      ],
    },
    'catalog/products': { tables: ['product_answers', 'product_titles'] },
    'catalog/retailer-accounts': {
      tables: ['account_codes', 'account_events', 'account_line', 'link_requests', 'managed_accounts', 'retired_links'],
    },
    'access/accounts': {
      tables: [
        'account_members',
        'accounts',
        'answer_packing',
        'api_keys',
        'idempotency_keys',
        'key_spend',
        'test_clocks',
      ],
      views: ['account_roles', 'account_summaries', 'key_spending', 'key_summaries'],
    },
    'access/policies': {
      tables: [
        'key_groups',
        'policies',
        'policy_alerts',
        'policy_chains',
        'policy_decisions',
        'policy_versions',
        'reserved_spend',
      ],
    },
    'access/activity': {
      tables: ['account_activity', 'request_log', 'usage_calls', 'usage_daily'],
      views: ['person_actions', 'request_summaries'],
    },
    'connectors/simulator': { tables: ['sim_accounts', 'sim_carts', 'sim_purchases', 'sim_returns', 'sim_sessions'] },
    main: { tables: ['backups', 'setting_signs'] },
    platform: { tables: ['call_quotas', 'call_turns', 'rate_buckets'] },
    'platform/database': { tables: ['database_changes', 'database_identity', 'pulses', 'restores'] },
    'platform/queue': { tables: ['jobs'], views: ['job_summaries'] },
    'platform/secrets': { tables: ['kept_secrets'] },
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
