import type { PageRoute } from './page-route.ts';

/** Every page, in the order of the navigation. The first match wins, so fixed paths come before `:id`. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/sign-in',
    isOpen: true,
    load: async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage,
  },
  {
    path: '/claim/:token',
    isOpen: true,
    load: async () => (await import('../features/claim/claim-page.tsx')).ClaimPage,
  },
  {
    path: '/invite/:token',
    isOpen: true,
    load: async () => (await import('../features/invite/invite-page.tsx')).InvitePage,
  },
  {
    path: '/device',
    isOpen: true,
    load: async () => (await import('../features/device/device-page.tsx')).DevicePage,
  },
  {
    path: '/app',
    nav: { group: 'orders', label: 'Overview', icon: 'overview' },
    load: async () => (await import('../features/overview/overview-page.tsx')).OverviewPage,
  },
  {
    path: '/app/buy',
    nav: { group: 'orders', label: 'Buy', icon: 'cart' },
    load: async () => (await import('../features/buy/search-page.tsx')).SearchPage,
  },
  { path: '/app/buy/checkout', load: async () => (await import('../features/buy/checkout-page.tsx')).CheckoutPage },
  {
    path: '/app/buy/:retailer/:productId',
    load: async () => (await import('../features/buy/product-page.tsx')).ProductPage,
  },
  {
    path: '/app/orders',
    nav: { group: 'orders', label: 'Orders', icon: 'box' },
    load: async () => (await import('../features/orders/orders-page.tsx')).OrdersPage,
  },
  { path: '/app/orders/:id', load: async () => (await import('../features/orders/order-page.tsx')).OrderPage },
  {
    path: '/app/bulk',
    nav: { group: 'orders', label: 'Bulk orders', icon: 'rows' },
    load: async () => (await import('../features/bulk/bulk-page.tsx')).BulkPage,
  },
  { path: '/app/bulk/new', load: async () => (await import('../features/bulk/review-page.tsx')).ReviewPage },
  { path: '/app/bulk/:id', load: async () => (await import('../features/bulk/batch-page.tsx')).BatchPage },
  {
    path: '/app/returns',
    nav: { group: 'after', label: 'Returns', icon: 'back' },
    load: async () => (await import('../features/returns/returns-page.tsx')).ReturnsPage,
  },
  { path: '/app/returns/:id', load: async () => (await import('../features/returns/return-page.tsx')).ReturnPage },
  {
    path: '/app/cases',
    nav: { group: 'after', label: 'Cases', icon: 'chat' },
    load: async () => (await import('../features/cases/cases-page.tsx')).CasesPage,
  },
  { path: '/app/cases/:id', load: async () => (await import('../features/cases/case-page.tsx')).CasePage },
  {
    path: '/app/wallet',
    nav: { group: 'money', label: 'Wallet', icon: 'wallet' },
    load: async () => (await import('../features/wallet/wallet-page.tsx')).WalletPage,
  },
  {
    path: '/app/policies',
    nav: { group: 'money', label: 'Spending policies', icon: 'lock' },
    load: async () => (await import('../features/policies/policies-page.tsx')).PoliciesPage,
  },
  {
    path: '/app/approvals/:id',
    load: async () => (await import('../features/approvals/approval-page.tsx')).ApprovalPage,
  },
  { path: '/app/connect/:id', load: async () => (await import('../features/connect/connect-page.tsx')).ConnectPage },
  {
    path: '/app/usage',
    nav: { group: 'money', label: 'Usage', icon: 'chart' },
    load: async () => (await import('../features/usage/usage-page.tsx')).UsagePage,
  },
  {
    path: '/app/accounts',
    nav: { group: 'build', label: 'Retailer accounts', icon: 'store' },
    load: async () => (await import('../features/retailer-accounts/retailer-accounts-page.tsx')).RetailerAccountsPage,
  },
  {
    path: '/app/accounts/linked',
    load: async () => (await import('../features/retailer-accounts/linked-page.tsx')).LinkedPage,
  },
  {
    path: '/app/accounts/:id',
    load: async () => (await import('../features/retailer-accounts/retailer-account-page.tsx')).RetailerAccountPage,
  },
  {
    path: '/app/keys',
    nav: { group: 'build', label: 'API keys', icon: 'key' },
    load: async () => (await import('../features/keys/keys-page.tsx')).KeysPage,
  },
  {
    path: '/app/webhooks',
    nav: { group: 'build', label: 'Webhooks', icon: 'webhook' },
    load: async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    path: '/app/webhooks/:id',
    load: async () => (await import('../features/webhooks/endpoint-page.tsx')).EndpointPage,
  },
  {
    path: '/app/requests',
    nav: { group: 'build', label: 'Requests', icon: 'rows' },
    load: async () => (await import('../features/requests/requests-page.tsx')).RequestsPage,
  },
  {
    path: '/app/team',
    nav: { group: 'build', label: 'Team', icon: 'people' },
    load: async () => (await import('../features/team/team-page.tsx')).TeamPage,
  },
  { path: '/app/settings', load: async () => (await import('../features/settings/settings-page.tsx')).SettingsPage },
  {
    path: '/app/operator/today',
    nav: { group: 'operator', label: 'Today', icon: 'check' },
    load: async () => (await import('../features/operator/today-page.tsx')).TodayPage,
  },
  {
    path: '/app/operator',
    nav: { group: 'operator', label: 'Operations', icon: 'operator' },
    load: async () => (await import('../features/operator/overview-page.tsx')).OperatorOverviewPage,
  },
  {
    path: '/app/operator/desk',
    plugin: 'desk',
    nav: { group: 'operator', label: 'Desk', icon: 'cart' },
    load: async () => (await import('../features/operator/desk-page.tsx')).DeskPage,
  },
  {
    path: '/app/operator/desk/:id',
    plugin: 'desk',
    load: async () => (await import('../features/operator/desk-task-page.tsx')).DeskTaskPage,
  },
  {
    path: '/app/operator/doubts',
    nav: { group: 'operator', label: 'Needs review', icon: 'warning' },
    load: async () => (await import('../features/operator/needs-review-page.tsx')).NeedsReviewPage,
  },
  {
    path: '/app/operator/cases',
    nav: { group: 'operator', label: 'Cases', icon: 'chat' },
    load: async () => (await import('../features/operator/cases-page.tsx')).OperatorCasesPage,
  },
  {
    path: '/app/operator/cases/:id',
    load: async () => (await import('../features/operator/case-page.tsx')).OperatorCasePage,
  },
  {
    path: '/app/operator/orders',
    nav: { group: 'records', label: 'Orders', icon: 'box' },
    load: async () => (await import('../features/operator/orders-list-page.tsx')).OperatorOrdersPage,
  },
  {
    path: '/app/operator/customers',
    nav: { group: 'records', label: 'Customers', icon: 'people' },
    load: async () => (await import('../features/operator/customers-list-page.tsx')).CustomersPage,
  },
  {
    path: '/app/operator/money',
    nav: { group: 'records', label: 'Money', icon: 'wallet' },
    load: async () => (await import('../features/operator/money-list-page.tsx')).MoneyPage,
  },
  {
    path: '/app/operator/returns',
    nav: { group: 'records', label: 'Returns', icon: 'back' },
    load: async () => (await import('../features/operator/returns-page.tsx')).OperatorReturnsPage,
  },
  {
    path: '/app/operator/charges',
    nav: { group: 'records', label: 'Unsettled charges', icon: 'wallet' },
    load: async () => (await import('../features/operator/charges-page.tsx')).ChargesPage,
  },
  {
    path: '/app/operator/stores',
    nav: { group: 'system', label: 'Stores', icon: 'link' },
    load: async () => (await import('../features/stores/stores-page.tsx')).StoresPage,
  },
  {
    path: '/app/operator/stores/_new',
    load: async () => (await import('../features/stores/new-store-page.tsx')).NewStorePage,
  },
  {
    path: '/app/operator/stores/:name',
    load: async () => (await import('../features/stores/store-page.tsx')).StorePage,
  },
  {
    path: '/app/operator/stores/:name/edit',
    load: async () => (await import('../features/stores/edit-store-page.tsx')).EditStorePage,
  },
  {
    path: '/app/operator/retailers',
    nav: { group: 'system', label: 'Retailers', icon: 'store' },
    load: async () => (await import('../features/operator/retailers-page.tsx')).OperatorRetailersPage,
  },
  {
    path: '/app/operator/retailers/:retailer',
    load: async () => (await import('../features/operator/retailer-page.tsx')).OperatorRetailerPage,
  },
  {
    path: '/app/operator/monitoring',
    nav: { group: 'system', label: 'Monitoring', icon: 'chart' },
    load: async () => (await import('../features/operator/monitoring-page.tsx')).MonitoringPage,
  },
  {
    path: '/app/operator/alerts',
    nav: { group: 'system', label: 'Alerts', icon: 'warning' },
    load: async () => (await import('../features/operator/alerts-page.tsx')).AlertsPage,
  },
  {
    path: '/app/operator/backups',
    nav: { group: 'system', label: 'Backups', icon: 'box', isUnlisted: true },
    load: async () => (await import('../features/operator/backups-page.tsx')).BackupsPage,
  },
  {
    path: '/app/operator/incidents',
    nav: { group: 'system', label: 'Status page', icon: 'out', isUnlisted: true },
    load: async () => (await import('../features/operator/incidents-page.tsx')).IncidentsPage,
  },
  {
    path: '/app/operator/visits',
    plugin: 'browser',
    nav: { group: 'system', label: 'Recordings', icon: 'store', isUnlisted: true },
    load: async () => (await import('../features/operator/recordings-page.tsx')).RecordingsPage,
  },
  {
    path: '/app/operator/visits/:id',
    plugin: 'browser',
    load: async () => (await import('../features/operator/take-over-page.tsx')).TakeOverPage,
  },
  {
    path: '/app/operator/webhooks',
    nav: { group: 'system', label: 'Failing endpoints', icon: 'webhook' },
    load: async () => (await import('../features/operator/webhooks-page.tsx')).OperatorWebhooksPage,
  },
  {
    path: '/app/operator/orders/:id',
    load: async () => (await import('../features/operator/order-page.tsx')).OperatorOrderPage,
  },
  {
    path: '/app/operator/customers/:id',
    load: async () => (await import('../features/operator/customer-page.tsx')).CustomerPage,
  },
  {
    path: '/app/operator/keys/:id',
    load: async () => (await import('../features/operator/key-page.tsx')).OperatorKeyPage,
  },
  {
    path: '/app/operator/parcels/:id',
    load: async () => (await import('../features/operator/parcel-page.tsx')).OperatorParcelPage,
  },
  {
    path: '/app/operator/mails/:id',
    load: async () => (await import('../features/operator/mail-page.tsx')).OperatorMailPage,
  },
  {
    path: '/app/operator/second-factor',
    nav: { group: 'system', label: 'Two-factor authentication', icon: 'key', isUnlisted: true },
    load: async () => (await import('../features/operator/second-factor-page.tsx')).SecondFactorPage,
  },
  {
    path: '/app/operator/audit',
    nav: { group: 'system', label: 'Audit log', icon: 'rows' },
    load: async () => (await import('../features/operator/audit-page.tsx')).AuditPage,
  },
];
