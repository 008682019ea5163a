import type { ListActivityOutput } from '../../../../sdk/src/index.ts';

export type ActivityEntry = ListActivityOutput['activity'][number];

interface ActionText {
  text: string;
  /** Where what it was done to can be seen. */
  to?(id: string): string;
}

const order = (id: string) => `/app/orders/${id}`;
const keys = () => '/app/keys';
const policies = () => '/app/policies';
const wallet = () => '/app/wallet';
const webhooks = () => '/app/webhooks';
const team = () => '/app/team';

/** What each operation is called on the pages; one that is missing is shown by its name in the API. */
const actionTexts: Record<string, ActionText> = {
  createOrder: { text: 'placed an order', to: order },
  cancelOrder: { text: 'cancelled an order', to: order },
  requestCancellation: { text: 'asked the retailer to cancel an order', to: order },
  answerOrderAction: { text: 'answered a question about an order', to: order },
  answerApproval: { text: 'decided on a purchase of an assistant' },
  placeBulkOrder: { text: 'placed a bulk order', to: (id) => `/app/bulk/${id}` },
  createReturn: { text: 'asked for a return', to: (id) => `/app/returns/${id}` },
  postToCase: { text: 'wrote to support', to: (id) => `/app/cases/${id}` },
  addCaseAttachment: { text: 'sent a file to support', to: (id) => `/app/cases/${id}` },
  createKey: { text: 'created a key', to: keys },
  updateKey: { text: 'changed a key', to: keys },
  revokeKey: { text: 'revoked a key', to: keys },
  putKeyPolicy: { text: 'changed the spending rules of a key', to: policies },
  deleteKeyPolicy: { text: 'took the spending rules of a key away', to: policies },
  putAccountPolicy: { text: 'changed the spending rules of the account', to: policies },
  putKeyGroup: { text: 'changed a group of keys', to: policies },
  putKeyGroupPolicy: { text: 'changed the spending rules of a group', to: policies },
  deleteKeyGroupPolicy: { text: 'took the spending rules of a group away', to: policies },
  createTopUp: { text: 'added money', to: wallet },
  refundTopUp: { text: 'took money back from a top-up', to: wallet },
  createManagedAccount: { text: 'added a retailer account' },
  updateManagedAccount: { text: 'changed a retailer account' },
  deleteManagedAccount: { text: 'removed a retailer account' },
  verifyManagedAccount: { text: 'tried a retailer account' },
  createWebhookEndpoint: { text: 'added a webhook', to: webhooks },
  updateWebhookEndpoint: { text: 'changed a webhook', to: webhooks },
  deleteWebhookEndpointById: { text: 'removed a webhook', to: webhooks },
  rotateWebhookEndpointSecret: { text: 'changed the secret of a webhook', to: webhooks },
  rotateWebhookSecret: { text: 'changed the signing secret', to: webhooks },
  claimSandbox: { text: 'claimed a sandbox' },
  approveDevice: { text: 'let a program in' },
  decideSignInRequest: { text: 'decided on a program that wanted in' },
  invitePerson: { text: 'invited', to: team },
  takeInvitationBack: { text: 'took an invitation back', to: team },
  answerInvitation: { text: 'answered an invitation', to: team },
  changeRole: { text: 'changed a role', to: team },
  removePerson: { text: 'removed a person', to: team },
  leaveTeam: { text: 'left the account', to: team },
  advanceSandboxOrder: { text: 'moved a sandbox order on', to: order },
  holdSandboxOrder: { text: 'held a sandbox order', to: order },
  // What operators did, by the names of their own log.
  'wallet.credit': { text: 'moved money on the wallet', to: wallet },
  'customer.sign_out': { text: 'signed everybody out' },
};

export const actionTextOf = (line: ActivityEntry): string => actionTexts[line.action]?.text ?? line.action;

export function actionLinkOf(line: ActivityEntry): string | null {
  const to = actionTexts[line.action]?.to;
  return to && line.subject_id !== null ? to(line.subject_id) : null;
}
