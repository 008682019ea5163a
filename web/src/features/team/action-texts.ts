import type { ListActivityOutput } from '../../../../sdk/src/index.ts';

export type ActivityEntry = ListActivityOutput['activity'][number];

interface ActionText {
  text: string;
  /** The object's page. */
  to?(id: string): string;
}

const order = (id: string) => `/app/orders/${id}`;
const keys = () => '/app/keys';
const policies = () => '/app/policies';
const wallet = () => '/app/wallet';
const webhooks = () => '/app/webhooks';
const team = () => '/app/team';

/** Texts for operations. An operation without one is shown by its API name. */
const actionTexts: Record<string, ActionText> = {
  createOrder: { text: 'placed an order', to: order },
  cancelOrder: { text: 'canceled an order', to: order },
  cancelOrders: { text: 'canceled several orders', to: () => '/app/orders?status=cancelled' },
  saveOrderView: { text: 'saved an order view' },
  deleteOrderView: { text: 'deleted a saved view' },
  requestCancellation: { text: 'asked the store to cancel an order', to: order },
  answerOrderAction: { text: 'completed a required action', to: order },
  answerApproval: { text: "approved or declined an assistant's purchase" },
  placeBulkOrder: { text: 'placed a bulk order', to: (id) => `/app/bulk/${id}` },
  createReturn: { text: 'requested a return', to: (id) => `/app/returns/${id}` },
  postToCase: { text: 'wrote to support', to: (id) => `/app/cases/${id}` },
  addCaseAttachment: { text: 'sent a file to support', to: (id) => `/app/cases/${id}` },
  createKey: { text: 'created a key', to: keys },
  updateKey: { text: 'changed a key', to: keys },
  revokeKey: { text: 'revoked a key', to: keys },
  putKeyPolicy: { text: "changed a key's spending policy", to: policies },
  deleteKeyPolicy: { text: "removed a key's spending policy", to: policies },
  putAccountPolicy: { text: "changed the account's spending policy", to: policies },
  putKeyGroup: { text: 'changed a key group', to: policies },
  putKeyGroupPolicy: { text: "changed a group's spending policy", to: policies },
  deleteKeyGroupPolicy: { text: "removed a group's spending policy", to: policies },
  createTopUp: { text: 'added funds', to: wallet },
  openWallet: { text: 'opened a wallet', to: wallet },
  refundTopUp: { text: 'refunded unused funds', to: wallet },
  createManagedAccount: { text: 'added a retailer account' },
  updateManagedAccount: { text: 'changed a retailer account' },
  deleteManagedAccount: { text: 'removed a retailer account' },
  verifyManagedAccount: { text: 'checked a retailer account' },
  createWebhookEndpoint: { text: 'added a webhook endpoint', to: webhooks },
  updateWebhookEndpoint: { text: 'changed a webhook endpoint', to: webhooks },
  deleteWebhookEndpointById: { text: 'removed a webhook endpoint', to: webhooks },
  rotateWebhookEndpointSecret: { text: "rotated an endpoint's secret", to: webhooks },
  rotateWebhookSecret: { text: 'rotated the signing secret', to: webhooks },
  claimSandbox: { text: 'claimed a sandbox' },
  approveDevice: { text: 'connected an app' },
  decideSignInRequest: { text: "responded to an app's access request" },
  invitePerson: { text: 'invited', to: team },
  takeInvitationBack: { text: 'revoked an invitation', to: team },
  answerInvitation: { text: 'responded to an invitation', to: team },
  changeRole: { text: 'changed a role', to: team },
  removePerson: { text: 'removed a person', to: team },
  leaveTeam: { text: 'left the account', to: team },
  advanceSandboxOrder: { text: 'advanced a sandbox order', to: order },
  holdSandboxOrder: { text: 'paused a sandbox order', to: order },
  // Operator actions, named as in the audit log.
  'wallet.credit': { text: 'adjusted the wallet', to: wallet },
  'customer.sign_out': { text: 'signed everyone out' },
};

export const actionTextOf = (line: ActivityEntry): string => actionTexts[line.action]?.text ?? line.action;

export function actionLinkOf(line: ActivityEntry): string | null {
  const to = actionTexts[line.action]?.to;
  return to && line.subject_id !== null ? to(line.subject_id) : null;
}
