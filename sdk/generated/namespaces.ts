// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.

import type { ApiCall, FileCall, ListCall } from '../src/api-call.ts';
import type { MailPreferences, NewOrder, NewReturn, PolicyRules, AddCaseAttachmentInput, AddCaseAttachmentOutput, AdvanceSandboxOrderInput, AdvanceSandboxOrderOutput, AdvanceTestClockInput, AdvanceTestClockOutput, AgentCreateOrderInput, AgentCreateOrderOutput, AgentGetProductInput, AgentGetProductOffersInput, AgentGetProductOffersOutput, AgentGetProductOutput, AgentSearchInput, AgentSearchOutput, AgentSearchProductsByGetInput, AgentSearchProductsByGetOutput, AgentSearchProductsInput, AgentSearchProductsOutput, AnswerApprovalInput, AnswerApprovalOutput, AnswerInvitationInput, AnswerInvitationOutput, AnswerOrderActionInput, AnswerOrderActionOutput, ApproveDeviceInput, ApproveDeviceOutput, AskForDeviceCodeInput, AskForDeviceCodeOutput, CancelOrderOutput, CancelOrdersInput, CancelOrdersOutput, ChangeRoleInput, ChangeRoleOutput, CheckRetailerInput, CheckRetailerOutput, ChooseAccountInput, ChooseAccountOutput, ClaimSandboxInput, ClaimSandboxOutput, CompareOrdersInput, CompareOrdersOutput, CreateCardSetupInput, CreateCardSetupOutput, CreateCheckoutSessionOutput, CreateKeyInput, CreateKeyOutput, CreateManagedAccountInput, CreateManagedAccountOutput, CreateOrderOutput, CreateReturnOutput, CreateTestClockInput, CreateTestClockOutput, CreateTopUpInput, CreateTopUpOutput, CreateWebhookEndpointInput, CreateWebhookEndpointOutput, DecideSignInRequestInput, DecideSignInRequestOutput, DeleteCardOutput, DeleteKeyGroupPolicyOutput, DeleteKeyPolicyOutput, DeleteManagedAccountOutput, DeleteMeOutput, DeleteOrderViewOutput, DeleteTestClockOutput, DeleteWebhookEndpointByIdOutput, DeleteWebhookEndpointOutput, ExportOrdersInput, ExportOrdersOutput, FetchDeviceKeyInput, FetchDeviceKeyOutput, FinishManagedAccountLinkInput, FinishManagedAccountLinkOutput, GetAccountPolicyOutput, GetApprovalOutput, GetBulkOrderOutput, GetBulkOrderResultsOutput, GetBulkOrderTemplateOutput, GetCancellationOutput, GetCardSetupOutput, GetCaseAttachmentOutput, GetCaseOutput, GetDeviceCodeOutput, GetEventOutput, GetHealthOutput, GetInvitationOutput, GetKeyGroupPolicyOutput, GetKeyPolicyOutput, GetLifetimeStatsOutput, GetMailPreferencesOutput, GetManagedAccountLinkOutput, GetManagedAccountOutput, GetMeOutput, GetOrderDocumentOutput, GetOrderInput, GetOrderOutput, GetOrderTimelineOutput, GetOrderTotalsInput, GetOrderTotalsOutput, GetOverviewOutput, GetPaymentOutput, GetPolicyOutput, GetProductInput, GetProductOffersInput, GetProductOffersOutput, GetProductOutput, GetRequestOutput, GetReturnLabelInput, GetReturnLabelOutput, GetReturnOutput, GetReturnRefundOutput, GetSandboxHoldOutput, GetSandboxStatusOutput, GetSignInHintOutput, GetSignInRequestOutput, GetStatementCsvInput, GetStatementCsvOutput, GetStatementInput, GetStatementOutput, GetStatusOutput, GetTeamOutput, GetTestClockOutput, GetTopUpOutput, GetTopUpReceiptCsvOutput, GetTopUpReceiptOutput, GetUsageInput, GetUsageOutput, GetWalletInput, GetWalletOfMeInput, GetWalletOfMeOutput, GetWalletOutput, GetWebhookDeliveryOutput, GetWebhookEndpointByIdOutput, GetWebhookEndpointHealthInput, GetWebhookEndpointHealthOutput, GetWebhookEndpointOutput, GetWebhookSecretOutput, HoldSandboxOrderInput, HoldSandboxOrderOutput, InvitePersonInput, InvitePersonOutput, LeaveTeamOutput, LegacyAbortOrderOutput, LegacyCancelOrderInput, LegacyCancelOrderOutput, LegacyCreateOrderInput, LegacyCreateOrderOutput, LegacyCreateReturnInput, LegacyCreateReturnOutput, LegacyGetCancellationOutput, LegacyGetCaseOutput, LegacyGetOffersInput, LegacyGetOffersOutput, LegacyGetOrderOutput, LegacyGetProductInput, LegacyGetProductOutput, LegacyGetReturnOutput, LegacyListOrdersInput, LegacyListOrdersOutput, LegacyPostToCaseInput, LegacyPostToCaseOutput, LegacyRetryOrderInput, LegacyRetryOrderOutput, LegacySearchInput, LegacySearchOutput, LinkManagedAccountOutput, ListActivityInput, ListActivityOutput, ListBulkOrdersInput, ListBulkOrdersOutput, ListCardsOutput, ListCasesInput, ListCasesOutput, ListEventsInput, ListEventsOutput, ListKeyGroupsOutput, ListKeysInput, ListKeysOutput, ListManagedAccountEventsInput, ListManagedAccountEventsOutput, ListManagedAccountsInput, ListManagedAccountsOutput, ListOrderDocumentsOutput, ListOrderViewsOutput, ListOrderedProductsInput, ListOrderedProductsOutput, ListOrdersInput, ListOrdersOutput, ListPolicyDecisionsInput, ListPolicyDecisionsOutput, ListRequestsInput, ListRequestsOutput, ListRetailersInput, ListRetailersOutput, ListReturnsInput, ListReturnsOutput, ListStatementsInput, ListStatementsOutput, ListTestClocksInput, ListTestClocksOutput, ListTestProductsOutput, ListTopUpsInput, ListTopUpsOutput, ListWalletTransactionsInput, ListWalletTransactionsOutput, ListWalletsOutput, ListWebhookDeliveriesInput, ListWebhookDeliveriesOutput, ListWebhookEndpointsInput, ListWebhookEndpointsOutput, MintSandboxKeyInput, MintSandboxKeyOutput, OpenWalletInput, OpenWalletOutput, PlaceBulkOrderInput, PlaceBulkOrderOutput, PostToCaseInput, PostToCaseOutput, PreviewPolicyInput, PreviewPolicyOutput, PreviewSandboxClaimOutput, PutAccountPolicyOutput, PutKeyGroupInput, PutKeyGroupOutput, PutKeyGroupPolicyOutput, PutKeyPolicyOutput, PutMailPreferencesOutput, PutWebhookEndpointInput, PutWebhookEndpointOutput, QuoteOrderInput, QuoteOrderOutput, RefundTopUpOutput, RemovePersonInput, RemovePersonOutput, ReplayFailedWebhookDeliveriesInput, ReplayFailedWebhookDeliveriesOutput, ReplayWebhookDeliveryOutput, ReplyToSandboxCaseInput, ReplyToSandboxCaseOutput, RequestCancellationOutput, ResendEditedWebhookDeliveryInput, ResendEditedWebhookDeliveryOutput, ResendEventInput, ResendEventOutput, ResolveSandboxReturnInput, ResolveSandboxReturnOutput, RevokeKeyOutput, RotateWebhookEndpointSecretOutput, RotateWebhookSecretOutput, SaveOrderViewInput, SaveOrderViewOutput, SearchEverywhereInput, SearchEverywhereOutput, SearchProductsInput, SearchProductsOutput, SetSandboxHoldInput, SetSandboxHoldOutput, SignOutEverywhereOutput, SimulatePolicyOutput, TakeInvitationBackOutput, TestWebhookEndpointInput, TestWebhookEndpointOutput, TrackOrderOutput, UnlinkManagedAccountOutput, UpdateCardInput, UpdateCardOutput, UpdateKeyInput, UpdateKeyOutput, UpdateManagedAccountInput, UpdateManagedAccountOutput, UpdateMeInput, UpdateMeOutput, UpdateWebhookEndpointInput, UpdateWebhookEndpointOutput, ValidateBulkOrderInput, ValidateBulkOrderOutput, VerifyManagedAccountInput, VerifyManagedAccountOutput } from './operations.ts';
import type { CallOptions } from '../src/send.ts';

export interface AccountNamespace {
  /**
   * Delete your account.
   * Sessions and keys end right away. A job then erases addresses, retailer accounts, messages, webhooks and files. Ledger entries that must be kept no longer identify you. Returns 409 while orders are open, real money is in the wallet, or the account has other members.
   *
   * `DELETE /me`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  delete(options?: CallOptions): ApiCall<DeleteMeOutput>;

  /**
   * Get your email preferences.
   * They apply to every account you belong to. Sign-in links and invitations are always emailed.
   *
   * `GET /me/mails`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns What Errand emails you about.
   */
  getMailPreferences(options?: CallOptions): ApiCall<GetMailPreferencesOutput>;

  /**
   * Get the signed-in user.
   * Returns who you are, the account you are using and your other accounts.
   *
   * `GET /me`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetMeOutput>;

  /**
   * Check how sign-in emails are delivered.
   * Without a mail server, sign-in emails stay on the server: in a local mailbox, or in the `mail` folder of its data directory.
   *
   * `GET /me/sign-in-hint`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getSignInHint(options?: CallOptions): ApiCall<GetSignInHintOutput>;

  /**
   * Set your email preferences.
   * Replaces all preferences. They apply to every account you belong to.
   *
   * `PUT /me/mails`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns What Errand emails you about.
   */
  setMailPreferences(body: MailPreferences, options?: CallOptions): ApiCall<PutMailPreferencesOutput>;

  /**
   * Sign out everywhere.
   * Ends all your sessions, including this one, within a second. Keys keep working.
   *
   * `POST /me/sign-out-everywhere`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  signOutEverywhere(options?: CallOptions): ApiCall<SignOutEverywhereOutput>;
}

export interface ActivityNamespace {
  /**
   * List account activity.
   * What people did in the dashboard in both modes, and what operators did to the account's money and sessions. Newest first. For calls made with keys, see GET /requests.
   *
   * `GET /activity`
   * @param query - Filters and options: `limit`, `offset`, `person_id`, `subject_id`, `action`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListActivityInput, options?: CallOptions): ListCall<ListActivityOutput, ListActivityOutput['activity'][number]>;
}

export interface AgentNamespace {
  /**
   * Buy without an account.
   * The request pays for the order: `max_price` plus 1 USD is charged up front. The difference is refunded to the same payment method, or everything if the order fails or is canceled. The response has a key for this order in X-Api-Key. Without a body, the 402 explains the price. With `Prefer: payment-link`, the 402 has `error.details.pay_url`, where someone can pay instead, and an X-Api-Key for the order that this creates.
   *
   * `POST /agent/orders`
   * @param params - The request body. Also: `method`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  createOrder(params?: NewOrder & Pick<AgentCreateOrderInput, 'method'>, options?: CallOptions): ApiCall<AgentCreateOrderOutput>;

  /**
   * Get a product, paid per call.
   * For amazon and walmart. An unknown product returns a 200 with `status` `failed`. Costs 0.01 USD per call and needs no account or key.
   *
   * `POST /agent/products/details`
   * @param query - Filters and options: `product_id`, `retailer`, `max_age`, `newer_than`, `async`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The retailer's response, unmodified, with `status`.
   */
  getProduct(query: AgentGetProductInput, options?: CallOptions): ApiCall<AgentGetProductOutput>;

  /**
   * Get the offers for a product, paid per call.
   * For amazon and walmart. An unknown product returns a 200 with `status` `failed`. Costs 0.01 USD per call and needs no account or key.
   *
   * `POST /agent/products/offers`
   * @param query - Filters and options: `product_id`, `retailer`, `max_age`, `newer_than`, `async`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The retailer's response, unmodified, with `status`.
   */
  getProductOffers(query: AgentGetProductOffersInput, options?: CallOptions): ApiCall<AgentGetProductOffersOutput>;

  /**
   * Search all retailers.
   * Beta: the response shape may change. You can pass the `url` of a result to POST /agent/orders. Costs 0.01 USD per call and needs no account or key.
   *
   * `POST /agent/search`
   * @param query - Filters and options: `q`, `min_price`, `max_price`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Search results from all retailers.
   */
  search(query: AgentSearchInput, options?: CallOptions): ApiCall<AgentSearchOutput>;

  /**
   * Search one retailer, paid per call.
   * Returns one page of results. Costs 0.01 USD per call and needs no account or key.
   *
   * `POST /agent/products/search`
   * @param query - Filters and options: `query`, `retailer`, `page`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page of search results from one retailer.
   */
  searchProducts(query: AgentSearchProductsInput, options?: CallOptions): ApiCall<AgentSearchProductsOutput>;

  /**
   * Search one retailer with GET, paid per call.
   * Returns one page of results. Costs 0.01 USD per call and needs no account or key.
   *
   * `GET /agent/products/search`
   * @param query - Filters and options: `query`, `retailer`, `page`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page of search results from one retailer.
   */
  searchProductsByGet(query: AgentSearchProductsByGetInput, options?: CallOptions): ApiCall<AgentSearchProductsByGetOutput>;
}

export interface ApprovalsNamespace {
  /**
   * Approve or decline a purchase.
   * Only a signed-in user can approve or decline, once, before the request expires. If a policy requires the approval, the user must be one of its approvers. Keys can't approve or decline.
   *
   * `POST /approvals/{approval_id}`
   * @param approvalId - UUID of the approval.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A purchase that is waiting for approval.
   */
  answer(approvalId: string, body: NonNullable<AnswerApprovalInput['body']>, options?: CallOptions): ApiCall<AnswerApprovalOutput>;

  /**
   * Get an approval request.
   * Shows what the user is asked to approve. Everyone on the account can read it, and so can the account's keys.
   *
   * `GET /approvals/{approval_id}`
   * @param approvalId - UUID of the approval.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A purchase that is waiting for approval.
   */
  get(approvalId: string, options?: CallOptions): ApiCall<GetApprovalOutput>;
}

export interface BulkNamespace {
  /**
   * Get a batch.
   * Returns the batch with every row and the status of its order.
   *
   * `GET /orders/bulk/{batch_id}`
   * @param batchId - UUID of the batch.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A batch of orders from one file.
   */
  get(batchId: string, options?: CallOptions): ApiCall<GetBulkOrderOutput>;

  /**
   * Download batch results.
   * Your columns in their original order, then `order_id`, `status` and `error`. Safe to open in a spreadsheet.
   *
   * `GET /orders/bulk/{batch_id}/results.csv`
   * @param batchId - UUID of the batch.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The results as CSV.
   */
  getResults(batchId: string, options?: CallOptions): FileCall<GetBulkOrderResultsOutput>;

  /**
   * Download the CSV template.
   * With a test key, it has a row that you can place as it is. With a live key, it has only the header.
   *
   * `GET /orders/bulk/template.csv`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The template as CSV.
   */
  getTemplate(options?: CallOptions): FileCall<GetBulkOrderTemplateOutput>;

  /**
   * List your batches.
   * Newest first, each with its first 100 rows.
   *
   * `GET /orders/bulk`
   * @param query - Filters and options: `limit`, `offset`, `after`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page of batches.
   */
  list(query?: ListBulkOrdersInput, options?: CallOptions): ListCall<ListBulkOrdersOutput, ListBulkOrdersOutput['batches'][number]>;

  /**
   * Place a batch.
   * All or nothing: the funds for every row are held at once, then the orders are created in the background. The response has the first 100 rows. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never places it twice.
   *
   * `POST /orders/bulk`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A batch of orders from one file.
   */
  place(body: NonNullable<PlaceBulkOrderInput['body']>, options?: CallOptions): ApiCall<PlaceBulkOrderOutput>;

  /**
   * Validate a batch.
   * A dry run: checks every row as POST /orders would and lists what to fix. Nothing is ordered. Place the batch only if `invalid_rows` is 0 and `sufficient_funds` is true.
   *
   * `POST /orders/bulk/validate`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Result of a dry run.
   */
  validate(body: NonNullable<ValidateBulkOrderInput['body']>, options?: CallOptions): ApiCall<ValidateBulkOrderOutput>;
}

export interface CardsNamespace {
  /**
   * Save a card.
   * Open `url` in a browser: the user enters the card on a Stripe page, or chooses a test card in the sandbox. Card numbers never pass through this API.
   *
   * `POST /wallet/cards`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page for saving a card.
   */
  createSetup(body: NonNullable<CreateCardSetupInput['body']>, options?: CallOptions): ApiCall<CreateCardSetupOutput>;

  /**
   * Remove a card.
   * Orders that are already authorized are still charged and refunded to the card.
   *
   * `DELETE /wallet/cards/{card_id}`
   * @param cardId - ID of a saved card.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  delete(cardId: string, options?: CallOptions): ApiCall<DeleteCardOutput>;

  /**
   * Check whether a card was saved.
   * Checks with Stripe until the card is saved, so you can poll it.
   *
   * `GET /wallet/card-setups/{setup_id}`
   * @param setupId - UUID of the setup.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page for saving a card.
   */
  getSetup(setupId: string, options?: CallOptions): ApiCall<GetCardSetupOutput>;

  /**
   * List saved cards.
   * The default card first. A sandbox has test cards: one that works, one that is declined, and more.
   *
   * `GET /wallet/cards`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListCardsOutput>;

  /**
   * Make a card the default.
   * Orders that don't specify a card are charged to it from now on. Orders already authorized keep their card.
   *
   * `PATCH /wallet/cards/{card_id}`
   * @param cardId - ID of a saved card.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A card that can pay for orders.
   */
  update(cardId: string, body: NonNullable<UpdateCardInput['body']>, options?: CallOptions): ApiCall<UpdateCardOutput>;
}

export interface CasesNamespace {
  /**
   * Attach a file to a case.
   * A PDF or image up to 5 MiB, up to 20 files per case. In the sandbox, up to 100 MiB per account. Open the case first.
   *
   * `POST /orders/{order_id}/case/attachments`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A file on a case.
   */
  addAttachment(orderId: string, body: NonNullable<AddCaseAttachmentInput['body']>, options?: CallOptions): ApiCall<AddCaseAttachmentOutput>;

  /**
   * Get an order's case.
   * Returns all messages and files. 404 if the order has no case.
   *
   * `GET /orders/{order_id}/case`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A conversation with support about an order.
   */
  get(orderId: string, options?: CallOptions): ApiCall<GetCaseOutput>;

  /**
   * Download a case attachment.
   * Returns the file with its media type.
   *
   * `GET /orders/{order_id}/case/attachments/{attachment_id}`
   * @param orderId - UUID of the order.
   * @param attachmentId - UUID of the attachment.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The uploaded file.
   */
  getAttachment(orderId: string, attachmentId: string, options?: CallOptions): FileCall<GetCaseAttachmentOutput>;

  /**
   * List your cases.
   * Cases for all your orders, most recently changed first.
   *
   * `GET /cases`
   * @param query - Filters and options: `limit`, `offset`, `after`, `state`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListCasesInput, options?: CallOptions): ListCall<ListCasesOutput, ListCasesOutput['cases'][number]>;

  /**
   * Post to an order's case.
   * Opens a case, replies to it or reopens it. For orders that Errand placed with its own accounts; contact the retailer about orders placed with yours. Send an Idempotency-Key header so that a retry posts only once.
   *
   * `POST /orders/{order_id}/case`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A conversation with support about an order.
   */
  post(orderId: string, body: NonNullable<PostToCaseInput['body']>, options?: CallOptions): ApiCall<PostToCaseOutput>;
}

export interface DevicesNamespace {
  /**
   * Approve or deny a key request.
   * A signed-in user approves or denies the app that shows this code. They can grant fewer scopes than requested. An unknown, expired or already used code returns 404.
   *
   * `POST /device/approve`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  approve(body: NonNullable<ApproveDeviceInput['body']>, options?: CallOptions): ApiCall<ApproveDeviceOutput>;

  /**
   * Request a key for an app.
   * Starts the device flow: the user approves in the browser, and the app receives its key directly. Send a sandbox key to let the user claim that sandbox too. A key that is not used for 90 days expires.
   *
   * `POST /device/code`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  askForCode(body?: NonNullable<AskForDeviceCodeInput['body']>, options?: CallOptions): ApiCall<AskForDeviceCodeOutput>;

  /**
   * Get the approved key.
   * Returns the key once. Until the user approves, you get a 400 that says what to do: `authorization_pending`, `slow_down`, `access_denied` or `expired_token`.
   *
   * `POST /device/token`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  fetchKey(body: NonNullable<FetchDeviceKeyInput['body']>, options?: CallOptions): ApiCall<FetchDeviceKeyOutput>;

  /**
   * Get a key request.
   * Shows which app is requesting a key, so that you can decide.
   *
   * `GET /device/codes/{user_code}`
   * @param userCode - Code that the app shows.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getCode(userCode: string, options?: CallOptions): ApiCall<GetDeviceCodeOutput>;
}

export interface EventsNamespace {
  /**
   * Get an event.
   * Returns one event from the last 30 days, as it was sent to your endpoints, with its deliveries.
   *
   * `GET /events/{event_id}`
   * @param eventId - UUID of the event.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An event with its deliveries.
   */
  get(eventId: string, options?: CallOptions): ApiCall<GetEventOutput>;

  /**
   * List events.
   * Events from the last 30 days, oldest first. Your webhook endpoints get the same events. Continue with `after` set to `next_cursor`. With `wait_seconds`, the request waits for the next event.
   *
   * `GET /events`
   * @param query - Filters and options: `limit`, `type`, `order_id`, `after`, `wait_seconds`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListEventsInput, options?: CallOptions): ListCall<ListEventsOutput, ListEventsOutput['events'][number]>;

  /**
   * Resend an event.
   * Sends the event to every active endpoint that subscribes to its type, or to one endpoint. An endpoint that already received it gets the same ID and body.
   *
   * `POST /events/{event_id}/resend`
   * @param eventId - UUID of the event.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Accepted
   */
  resend(eventId: string, body?: NonNullable<ResendEventInput['body']>, options?: CallOptions): ApiCall<ResendEventOutput>;
}

export interface KeyGroupsNamespace {
  /**
   * Delete a key group's policy.
   * Keys in the group keep their own policies and the account's policy.
   *
   * `DELETE /key-groups/{name}/policy`
   * @param name - Name of the group of keys.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  deletePolicy(name: string, options?: CallOptions): ApiCall<DeleteKeyGroupPolicyOutput>;

  /**
   * Get a key group's policy.
   * Returns the rules and what is left of each limit, for all keys in the group combined.
   *
   * `GET /key-groups/{name}/policy`
   * @param name - Name of the group of keys.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A spending policy and what is left of its limits.
   */
  getPolicy(name: string, options?: CallOptions): ApiCall<GetKeyGroupPolicyOutput>;

  /**
   * List key groups.
   * Groups of keys that share a spending policy.
   *
   * `GET /key-groups`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListKeyGroupsOutput>;

  /**
   * Set the keys in a group.
   * Replaces the keys in the group. A key can be in one group only. An empty list deletes the group.
   *
   * `PUT /key-groups/{name}`
   * @param name - Name of the group of keys.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Keys that share a spending policy.
   */
  set(name: string, body: NonNullable<PutKeyGroupInput['body']>, options?: CallOptions): ApiCall<PutKeyGroupOutput>;

  /**
   * Set a key group's policy.
   * Replaces the whole policy. Its limits apply to all keys in the group combined.
   *
   * `PUT /key-groups/{name}/policy`
   * @param name - Name of the group of keys.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A spending policy and what is left of its limits.
   */
  setPolicy(name: string, body: PolicyRules, options?: CallOptions): ApiCall<PutKeyGroupPolicyOutput>;
}

export interface KeysNamespace {
  /**
   * Create an API key.
   * The key is shown in this response only. If you repeat the request with the same Idempotency-Key, you get the same key again.
   *
   * `POST /keys`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A new API key, with its secret.
   */
  create(body: NonNullable<CreateKeyInput['body']>, options?: CallOptions): ApiCall<CreateKeyOutput>;

  /**
   * List your API keys.
   * Test and live keys, newest first, including revoked ones. Requires a signed-in user.
   *
   * `GET /keys`
   * @param query - Filters and options: `limit`, `offset`, `created_by`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListKeysInput, options?: CallOptions): ListCall<ListKeysOutput, ListKeysOutput['keys'][number]>;

  /**
   * Revoke an API key.
   * The key stops working within a second. It stays in the list.
   *
   * `DELETE /keys/{id}`
   * @param id - Unique ID.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  revoke(id: string, options?: CallOptions): ApiCall<RevokeKeyOutput>;

  /**
   * Update an API key.
   * Changes the label, limits or permissions. Fields that you leave out stay as they are. Null removes a limit.
   *
   * `PUT /keys/{id}`
   * @param id - Unique ID.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An API key, without its secret.
   */
  update(id: string, body: NonNullable<UpdateKeyInput['body']>, options?: CallOptions): ApiCall<UpdateKeyOutput>;
}

export interface LegacyNamespace {
  /**
   * Cancel a pending order (legacy API).
   * Works until Errand starts the purchase.
   *
   * `POST /v1/orders/{request_id}/abort`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The state of the order.
   */
  abortOrder(requestId: string, options?: CallOptions): ApiCall<LegacyAbortOrderOutput>;

  /**
   * Ask the store to cancel an order (legacy API).
   * For a placed order, until the store ships it. Read the result with GET /v1/cancellations/{request_id}.
   *
   * `POST /v1/orders/{request_id}/cancel`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The ID of the request.
   */
  cancelOrder(requestId: string, body?: NonNullable<LegacyCancelOrderInput['body']>, options?: CallOptions): ApiCall<LegacyCancelOrderOutput>;

  /**
   * Create an order (legacy API).
   * Managed (addax) orders are placed with Errand's own accounts and paid from the wallet. With `retailer_credentials`, `payment_method` and `shipping_method`, the order is placed with your own account and card.
   *
   * `POST /v1/orders`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The ID of the request.
   */
  createOrder(body: NonNullable<LegacyCreateOrderInput['body']>, options?: CallOptions): ApiCall<LegacyCreateOrderOutput>;

  /**
   * Create a return (legacy API).
   * Read the result with GET /v1/returns/{request_id}.
   *
   * `POST /v1/orders/{request_id}/return`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The ID of the request.
   */
  createReturn(requestId: string, body: NonNullable<LegacyCreateReturnInput['body']>, options?: CallOptions): ApiCall<LegacyCreateReturnOutput>;

  /**
   * Get a cancellation (legacy API).
   * Returns an error object with status 200 while the store decides, and if it declines.
   *
   * `GET /v1/cancellations/{request_id}`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The cancellation, or its state.
   */
  getCancellation(requestId: string, options?: CallOptions): ApiCall<LegacyGetCancellationOutput>;

  /**
   * Get the case for an order (legacy API).
   * Returns its state and messages. Poll it for replies.
   *
   * `GET /v1/orders/{request_id}/case`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The case. Its `state` is null if the order has no case.
   */
  getCase(requestId: string, options?: CallOptions): ApiCall<LegacyGetCaseOutput>;

  /**
   * Get the offers for a product (legacy API).
   * Who sells it, at what price and in what condition.
   *
   * `GET /v1/products/{product_id}/offers`
   * @param productId - The store's ID for the product, or the URL of its page, URL-encoded.
   * @param query - Filters and options: `retailer`, `max_age`, `newer_than`, `async`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The offers, with prices in cents.
   */
  getOffers(productId: string, query: Omit<LegacyGetOffersInput, 'product_id'>, options?: CallOptions): ApiCall<LegacyGetOffersOutput>;

  /**
   * Get an order (legacy API).
   * Returns an error object with status 200 while the order is in progress (`request_processing`) and if it failed.
   *
   * `GET /v1/orders/{request_id}`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The order, or its state.
   */
  getOrder(requestId: string, options?: CallOptions): ApiCall<LegacyGetOrderOutput>;

  /**
   * Get a product (legacy API).
   * Returns product data from the retailer, with `status`.
   *
   * `GET /v1/products/{product_id}`
   * @param productId - The store's ID for the product, or the URL of its page, URL-encoded.
   * @param query - Filters and options: `retailer`, `max_age`, `newer_than`, `async`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Product data from the retailer, with `status`.
   */
  getProduct(productId: string, query: Omit<LegacyGetProductInput, 'product_id'>, options?: CallOptions): ApiCall<LegacyGetProductOutput>;

  /**
   * Get a return (legacy API).
   * Returns an error object with status 200 while the retailer decides, and if it denies the return.
   *
   * `GET /v1/returns/{request_id}`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The return, or its state.
   */
  getReturn(requestId: string, options?: CallOptions): ApiCall<LegacyGetReturnOutput>;

  /**
   * List your orders (legacy API).
   * Newest first. Orders that are in progress or failed appear as error objects.
   *
   * `GET /v1/orders`
   * @param query - Filters and options: `limit`, `offset`, `skip`, `starting_after`, `ending_before`, `retailer`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Orders as GET /v1/orders/{request_id} returns them, each with its `request_id`.
   */
  listOrders(query?: LegacyListOrdersInput, options?: CallOptions): ApiCall<LegacyListOrdersOutput>;

  /**
   * Post to the case for an order (legacy API).
   * Opens a case, replies to it or reopens it. For managed orders only; contact the retailer about self-managed ones.
   *
   * `POST /v1/orders/{request_id}/case`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The case. Its `state` is null if the order has no case.
   */
  postToCase(requestId: string, body: NonNullable<LegacyPostToCaseInput['body']>, options?: CallOptions): ApiCall<LegacyPostToCaseOutput>;

  /**
   * Retry a failed order (legacy API).
   * Sends the same request as a new order. Credentials and card were erased when the first order failed, so send them again for a self-managed order.
   *
   * `POST /v1/orders/{request_id}/retry`
   * @param requestId - The `request_id` from POST /v1/orders, or from the call that started it.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The ID of the request.
   */
  retryOrder(requestId: string, body?: NonNullable<LegacyRetryOrderInput['body']>, options?: CallOptions): ApiCall<LegacyRetryOrderOutput>;

  /**
   * Search one retailer (legacy API).
   * Returns one page of results.
   *
   * `GET /v1/search`
   * @param query - Filters and options: `query`, `retailer`, `page`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One page of results.
   */
  search(query: LegacySearchInput, options?: CallOptions): ApiCall<LegacySearchOutput>;
}

export interface ManagedAccountsNamespace {
  /**
   * Add a retailer account.
   * Orders can then be placed with your own account. Secrets are encrypted before they are stored and never returned. Supports Idempotency-Key.
   *
   * `POST /managed-accounts`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Your retailer account, without its secrets.
   */
  create(body: NonNullable<CreateManagedAccountInput['body']>, options?: CallOptions): ApiCall<CreateManagedAccountOutput>;

  /**
   * Delete a retailer account.
   * Deletes its secrets too. Orders waiting for it fail with `login_failed`. Returns 409 while a job is using the account.
   *
   * `DELETE /managed-accounts/{short_id}`
   * @param shortId - The `short_id` of the retailer account.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  delete(shortId: string, options?: CallOptions): ApiCall<DeleteManagedAccountOutput>;

  /**
   * Finish linking a retailer account.
   * Takes the parameters from the store's redirect. Only the user who was sent to the store can finish, once, within 10 minutes.
   *
   * `POST /managed-accounts/links`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  finishLink(body: NonNullable<FinishManagedAccountLinkInput['body']>, options?: CallOptions): ApiCall<FinishManagedAccountLinkOutput>;

  /**
   * Get a retailer account.
   * Returns its settings and whether it is paused or in use. Secrets are never returned.
   *
   * `GET /managed-accounts/{short_id}`
   * @param shortId - The `short_id` of the retailer account.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Your retailer account, without its secrets.
   */
  get(shortId: string, options?: CallOptions): ApiCall<GetManagedAccountOutput>;

  /**
   * Get a retailer account's link.
   * Shows whether the account is linked, and what the user agreed to.
   *
   * `GET /managed-accounts/{short_id}/link`
   * @param shortId - The `short_id` of the retailer account.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getLink(shortId: string, options?: CallOptions): ApiCall<GetManagedAccountLinkOutput>;

  /**
   * Link a retailer account.
   * For stores that support UCP account linking: no password needed. The user agrees on the store's site. With a key, you get the page where the user starts.
   *
   * `POST /managed-accounts/{short_id}/link`
   * @param shortId - The `short_id` of the retailer account.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  link(shortId: string, options?: CallOptions): ApiCall<LinkManagedAccountOutput>;

  /**
   * List a retailer account's events.
   * Received emails, used codes, logins, locks and pauses, newest first. Codes themselves are never shown.
   *
   * `GET /managed-accounts/{short_id}/events`
   * @param shortId - The `short_id` of the retailer account.
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listEvents(shortId: string, query?: Omit<ListManagedAccountEventsInput, 'short_id'>, options?: CallOptions): ListCall<ListManagedAccountEventsOutput, ListManagedAccountEventsOutput['events'][number]>;

  /**
   * List your retailer accounts.
   * Newest first. Passwords and TOTP secrets are never returned.
   *
   * `GET /managed-accounts`
   * @param query - Filters and options: `limit`, `offset`, `search`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListManagedAccountsInput, options?: CallOptions): ListCall<ListManagedAccountsOutput, ListManagedAccountsOutput['credentials'][number]>;

  /**
   * Unlink a retailer account.
   * Erases the account's tokens and revokes them with the store. Returns 409 while a job is using the account.
   *
   * `DELETE /managed-accounts/{short_id}/link`
   * @param shortId - The `short_id` of the retailer account.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  unlink(shortId: string, options?: CallOptions): ApiCall<UnlinkManagedAccountOutput>;

  /**
   * Update a retailer account.
   * Changes only the fields you send. Null clears a field. A masked value that you send back stays as it is.
   *
   * `PUT /managed-accounts/{short_id}`
   * @param shortId - The `short_id` of the retailer account.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Your retailer account, without its secrets.
   */
  update(shortId: string, body: NonNullable<UpdateManagedAccountInput['body']>, options?: CallOptions): ApiCall<UpdateManagedAccountOutput>;

  /**
   * Verify a retailer account.
   * Logs in to the retailer without buying anything. If it works, a pause that Errand set is lifted. If it fails, the account is paused.
   *
   * `POST /managed-accounts/{short_id}/verify`
   * @param shortId - The `short_id` of the retailer account.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  verify(shortId: string, body?: NonNullable<VerifyManagedAccountInput['body']>, options?: CallOptions): ApiCall<VerifyManagedAccountOutput>;
}

export interface OauthNamespace {
  /**
   * Approve or deny a sign-in request.
   * A signed-in user lets an app use their account, or denies the request. The app gets its own key, which you can list and revoke like any other.
   *
   * `POST /oauth/requests/{request_id}`
   * @param requestId - UUID of the request.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  decideRequest(requestId: string, body: NonNullable<DecideSignInRequestInput['body']>, options?: CallOptions): ApiCall<DecideSignInRequestOutput>;

  /**
   * Get a sign-in request.
   * Shows which app is requesting access to your account, and which scopes.
   *
   * `GET /oauth/requests/{request_id}`
   * @param requestId - UUID of the request.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An app that requests access to your account.
   */
  getRequest(requestId: string, options?: CallOptions): ApiCall<GetSignInRequestOutput>;
}

export interface OrdersNamespace {
  /**
   * Complete an action.
   * Send what `next_action.answer_schema` asks for. Only the party in `asked_of` can complete the action. An approval requires a signed-in user, never a key.
   *
   * `POST /orders/{order_id}/actions/{action_id}`
   * @param orderId - UUID of the order.
   * @param actionId - UUID of the order's `next_action`.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  answerAction(orderId: string, actionId: string, body: NonNullable<AnswerOrderActionInput['body']>, options?: CallOptions): ApiCall<AnswerOrderActionOutput>;

  /**
   * Cancel a pending order.
   * Works until Errand starts the purchase. The hold is released.
   *
   * `POST /orders/{order_id}/cancel`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  cancel(orderId: string, options?: CallOptions): ApiCall<CancelOrderOutput>;

  /**
   * Cancel pending orders.
   * Takes the same filters as GET /orders, cancels the pending orders that match and releases their holds. Other orders stay as they are.
   *
   * `POST /orders/cancel`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Result of canceling the orders that match a filter.
   */
  cancelMany(body: NonNullable<CancelOrdersInput['body']>, options?: CallOptions): ApiCall<CancelOrdersOutput>;

  /**
   * Compare periods.
   * Compares a period with the previous one of the same length: spending, orders, failure rate, time to purchase and time to delivery, by store, key or person.
   *
   * `GET /orders/compare`
   * @param query - Filters and options: `window_days`, `by`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Orders in a period and in the previous period.
   */
  compare(query?: CompareOrdersInput, options?: CallOptions): ApiCall<CompareOrdersOutput>;

  /**
   * Create an order.
   * Accepts the order and puts `max_price` and the fee on hold in your wallet. Errand then places it with the store in the background. To follow it, read the order or its timeline, or use webhooks. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never buys twice. With `Prefer: payment-link`, a 402 has `details.pay_url`, where someone can pay for the order.
   *
   * `POST /orders`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  create(body: NewOrder, options?: CallOptions): ApiCall<CreateOrderOutput>;

  /**
   * Delete a saved view.
   * Deletes it for everyone on the account. Orders stay as they are.
   *
   * `DELETE /orders/views/{view_id}`
   * @param viewId - UUID of the view.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  deleteView(viewId: string, options?: CallOptions): ApiCall<DeleteOrderViewOutput>;

  /**
   * Export orders as CSV.
   * Takes the same filters as GET /orders. Streams any number of orders, newest first. Safe to open in a spreadsheet.
   *
   * `GET /orders/export`
   * @param query - Filters and options: `status_filter`, `progress`, `search`, `order_id`, `merchant_order_id`, `tracking_status`, `return_status`, `retailer`, `created_after`, `created_before`, `has_tracking`, `user_email`, `include`, `metadata_key`, `metadata_value`, `order_ids`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One row per order.
   */
  export(query?: ExportOrdersInput, options?: CallOptions): FileCall<ExportOrdersOutput>;

  /**
   * Get an order's cancellation.
   * Returns the latest cancellation request to the store.
   *
   * `GET /orders/{order_id}/cancellation`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A request to the store to cancel a placed order.
   */
  getCancellation(orderId: string, options?: CallOptions): ApiCall<GetCancellationOutput>;

  /**
   * Get an order.
   * Returns the order with its status. With `wait_seconds`, the request waits until the order changes after `since`, or until the time runs out.
   *
   * `GET /orders/{order_id}`
   * @param orderId - UUID of the order.
   * @param query - Filters and options: `wait_seconds`, `since`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  get(orderId: string, query?: Omit<GetOrderInput, 'order_id'>, options?: CallOptions): ApiCall<GetOrderOutput>;

  /**
   * Download an order document.
   * Returns the file with its media type.
   *
   * `GET /orders/{order_id}/documents/{document_id}`
   * @param orderId - UUID of the order.
   * @param documentId - UUID of the document.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The file, as the store provided it.
   */
  getDocument(orderId: string, documentId: string, options?: CallOptions): FileCall<GetOrderDocumentOutput>;

  /**
   * Get an order's timeline.
   * What happened to the order, oldest first, from placement to delivery.
   *
   * `GET /orders/{order_id}/timeline`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns What happened to an order.
   */
  getTimeline(orderId: string, options?: CallOptions): ApiCall<GetOrderTimelineOutput>;

  /**
   * Get order totals.
   * Takes the same filters as GET /orders. Counts and sums up to 10,000 orders.
   *
   * `GET /orders/totals`
   * @param query - Filters and options: `status_filter`, `progress`, `search`, `order_id`, `merchant_order_id`, `tracking_status`, `return_status`, `retailer`, `created_after`, `created_before`, `has_tracking`, `user_email`, `metadata_key`, `metadata_value`, `order_ids`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Totals for the orders that match a filter.
   */
  getTotals(query?: GetOrderTotalsInput, options?: CallOptions): ApiCall<GetOrderTotalsOutput>;

  /**
   * List an order's documents.
   * Invoices, credit notes and receipts that the store provides or an operator added.
   *
   * `GET /orders/{order_id}/documents`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listDocuments(orderId: string, options?: CallOptions): ApiCall<ListOrderDocumentsOutput>;

  /**
   * List saved views.
   * Saved views of the order list, shared by everyone on the account.
   *
   * `GET /orders/views`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listViews(options?: CallOptions): ApiCall<ListOrderViewsOutput>;

  /**
   * List your orders.
   * Newest first by default. Combine filters to narrow the list.
   *
   * `GET /orders`
   * @param query - Filters and options: `limit`, `offset`, `after`, `status_filter`, `progress`, `search`, `order_id`, `merchant_order_id`, `tracking_status`, `return_status`, `retailer`, `created_after`, `created_before`, `has_tracking`, `user_email`, `include`, `metadata_key`, `metadata_value`, `sort`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page of orders.
   */
  list(query?: ListOrdersInput, options?: CallOptions): ListCall<ListOrdersOutput, ListOrdersOutput['orders'][number]>;

  /**
   * List test products.
   * Products in the sandbox store. Each triggers one scenario, such as out of stock or a price change.
   *
   * `GET /orders/test-products`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listTestProducts(options?: CallOptions): ApiCall<ListTestProductsOutput>;

  /**
   * Get a quote.
   * Takes the same body as POST /orders, but `max_price` is optional. Errand fills a cart, reads the exact tax and shipping, and empties the cart again. Nothing is bought or put on hold. Send the `quote_id` with the order to lock the price.
   *
   * `POST /orders/quote`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns What an order would cost now.
   */
  quote(body: NonNullable<QuoteOrderInput['body']>, options?: CallOptions): ApiCall<QuoteOrderOutput>;

  /**
   * Ask the store to cancel.
   * For a placed order, until the store ships it. If the store agrees, the order becomes `cancelled_by_retailer` and is refunded. Not every store supports this.
   *
   * `POST /orders/{order_id}/cancellation`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A request to the store to cancel a placed order.
   */
  requestCancellation(orderId: string, options?: CallOptions): ApiCall<RequestCancellationOutput>;

  /**
   * Save a view.
   * Replaces the view with the same name.
   *
   * `POST /orders/views`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A saved view of the order list.
   */
  saveView(body: NonNullable<SaveOrderViewInput['body']>, options?: CallOptions): ApiCall<SaveOrderViewOutput>;
}

export interface PaymentsNamespace {
  /**
   * Start checkout for a payment link.
   * Returns a Stripe page, or a test page in the sandbox. Repeating the request returns the same page.
   *
   * `POST /payments/{payment_id}/checkout-session`
   * @param paymentId - UUID of the payment.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Where to pay.
   */
  createCheckoutSession(paymentId: string, options?: CallOptions): ApiCall<CreateCheckoutSessionOutput>;

  /**
   * Get a payment link.
   * POST /orders and POST /agent/orders return `payment_id` and `pay_url` in a 402 if you send `Prefer: payment-link` and only funds are missing. Give `pay_url` to the payer. The order is created once it is paid for, so don't send it again.
   *
   * `GET /payments/{payment_id}`
   * @param paymentId - UUID of the payment.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A payment link for an order.
   */
  get(paymentId: string, options?: CallOptions): ApiCall<GetPaymentOutput>;
}

export interface PoliciesNamespace {
  /**
   * Delete a key's policy.
   * The policies of its group and its account still apply.
   *
   * `DELETE /keys/{id}/policy`
   * @param id - Unique ID.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  deleteForKey(id: string, options?: CallOptions): ApiCall<DeleteKeyPolicyOutput>;

  /**
   * Get the account's spending policy.
   * Returns the policy for the mode of your request. An account without a policy has no limits; its policy has version 0.
   *
   * `GET /account/policy`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A spending policy and what is left of its limits.
   */
  getForAccount(options?: CallOptions): ApiCall<GetAccountPolicyOutput>;

  /**
   * Get a key's policy.
   * Returns the rules and what is left of each limit.
   *
   * `GET /keys/{id}/policy`
   * @param id - Unique ID.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A spending policy and what is left of its limits.
   */
  getForKey(id: string, options?: CallOptions): ApiCall<GetKeyPolicyOutput>;

  /**
   * Get the policies that apply to you.
   * Returns every policy that applies to the calling key, and what is left of each limit.
   *
   * `GET /policy`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetPolicyOutput>;

  /**
   * Export policy decisions.
   * Every policy decision, oldest first, as a tamper-evident log: `hash` covers the previous entry, and `inputs` is what the decision was based on.
   *
   * `GET /policy/decisions`
   * @param query - Filters and options: `format`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listDecisions(query?: ListPolicyDecisionsInput, options?: CallOptions): ApiCall<ListPolicyDecisionsOutput>;

  /**
   * Preview a policy.
   * Tries the rules on orders from the last 30 days. Changes nothing. Past titles and addresses are not checked.
   *
   * `POST /policy/preview`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  preview(body: NonNullable<PreviewPolicyInput['body']>, options?: CallOptions): ApiCall<PreviewPolicyOutput>;

  /**
   * Set the account's spending policy.
   * Replaces the whole policy. It applies to every key, so only a signed-in user can write it. Send an empty object to remove all limits.
   *
   * `PUT /account/policy`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A spending policy and what is left of its limits.
   */
  setForAccount(body: PolicyRules, options?: CallOptions): ApiCall<PutAccountPolicyOutput>;

  /**
   * Set a key's policy.
   * Replaces the whole policy. Requires a signed-in owner, or a key with the `policies` scope that has no policy itself.
   *
   * `PUT /keys/{id}/policy`
   * @param id - Unique ID.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A spending policy and what is left of its limits.
   */
  setForKey(id: string, body: PolicyRules, options?: CallOptions): ApiCall<PutKeyPolicyOutput>;

  /**
   * Simulate a policy decision.
   * Takes the same body as POST /orders and returns what your policies would decide. Nothing is stored, and no store is contacted.
   *
   * `POST /policy/simulate`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns What spending policies say about an order.
   */
  simulate(body: NewOrder, options?: CallOptions): ApiCall<SimulatePolicyOutput>;
}

export interface ProductsNamespace {
  /**
   * Get a product.
   * Returns product data from the retailer. An unknown product or an unreachable retailer returns a 200 with `status` `failed`. After `async`, send the same request again to get the result.
   *
   * `GET /products/{product_id}`
   * @param productId - The store's ID for the product (the ASIN for Amazon), or the URL of its page, URL-encoded.
   * @param query - Filters and options: `retailer`, `max_age`, `newer_than`, `async`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The retailer's response, unmodified, with `status`.
   */
  get(productId: string, query: Omit<GetProductInput, 'product_id'>, options?: CallOptions): ApiCall<GetProductOutput>;

  /**
   * Get the offers for a product.
   * Who sells it, at what price and in what condition. Takes the same parameters as GET /products/{product_id}.
   *
   * `GET /products/{product_id}/offers`
   * @param productId - The store's ID for the product (the ASIN for Amazon), or the URL of its page, URL-encoded.
   * @param query - Filters and options: `retailer`, `max_age`, `newer_than`, `async`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The retailer's response, unmodified, with `status`.
   */
  getOffers(productId: string, query: Omit<GetProductOffersInput, 'product_id'>, options?: CallOptions): ApiCall<GetProductOffersOutput>;

  /**
   * List titles and images of order items.
   * Titles and images of the items, as the stores show them.
   *
   * `GET /orders/products`
   * @param query - Filters and options: `order_ids`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listOrdered(query: ListOrderedProductsInput, options?: CallOptions): ApiCall<ListOrderedProductsOutput>;

  /**
   * Search all retailers.
   * Returns up to 50 products that can be bought now, best match first, then the lowest price. A limit in words ("under ten dollars") works like `max_price`. The same product at several retailers is one entry. Slow or failing retailers are listed in `left_out`. With `Accept: application/x-ndjson`, results stream as one JSON object per line: `store` for each retailer, `left_out`, and `end` with the whole response.
   *
   * `GET /search`
   * @param query - Filters and options: `q`, `min_price`, `max_price`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Search results from all retailers.
   */
  searchEverywhere(query: SearchEverywhereInput, options?: CallOptions): ApiCall<SearchEverywhereOutput>;

  /**
   * Search one retailer.
   * `free_shipping` keeps products that ship free. It works for walmart, bestbuy and every brand that marks free shipping. It has no effect on amazon and some others, and is rejected for store domains. It filters after paging, so an empty page with a `next_page` is not the end.
   *
   * `GET /products/search`
   * @param query - Filters and options: `query`, `retailer`, `page`, `free_shipping`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A page of search results from one retailer.
   */
  search(query: SearchProductsInput, options?: CallOptions): ApiCall<SearchProductsOutput>;
}

export interface RequestsNamespace {
  /**
   * Get an API request.
   * Looks up a request by its X-Request-Id. Returns the body as it was sent, and the response.
   *
   * `GET /requests/{request_id}`
   * @param requestId - ID of the request, as in the X-Request-Id header.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A request to the API, with its body and response.
   */
  get(requestId: string, options?: CallOptions): ApiCall<GetRequestOutput>;

  /**
   * List API requests.
   * Requests made with this account's keys in this mode, newest first, for up to 30 days. They appear within 2 seconds. Secrets in bodies are masked.
   *
   * `GET /requests`
   * @param query - Filters and options: `search`, `method`, `status`, `key_id`, `after`, `before`, `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListRequestsInput, options?: CallOptions): ListCall<ListRequestsOutput, ListRequestsOutput['requests'][number]>;
}

export interface RetailersNamespace {
  /**
   * Check a product URL.
   * Shows whether POST /orders would accept the URL and, if not, why. Uses the mode of your key. Without a key, it applies to live mode if this service has a live store, otherwise to the sandbox.
   *
   * `GET /retailers/check`
   * @param query - Filters and options: `url`, `country`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  check(query: CheckRetailerInput, options?: CallOptions): ApiCall<CheckRetailerOutput>;

  /**
   * List retailers.
   * Catalog brands and connected stores, sorted by ID. Needs no key. `supported` shows what you can buy: in the sandbox with a test key, live with a live key. Without a key, it applies to live mode if this service has a live store, otherwise to the sandbox.
   *
   * `GET /retailers`
   * @param query - Filters and options: `limit`, `offset`, `name`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListRetailersInput, options?: CallOptions): ListCall<ListRetailersOutput, ListRetailersOutput['retailers'][number]>;
}

export interface ReturnsNamespace {
  /**
   * Create a return.
   * For items in a placed order that aren't already being returned. The retailer decides in the background: read the return until `status` is no longer `open`. Send an Idempotency-Key header so that a retry creates only one return.
   *
   * `POST /returns`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A return and its refund.
   */
  create(body: NewReturn, options?: CallOptions): ApiCall<CreateReturnOutput>;

  /**
   * Get a return.
   * The links to its labels are new each time.
   *
   * `GET /returns/{return_request_id}`
   * @param returnRequestId - UUID of the return request.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A return and its refund.
   */
  get(returnRequestId: string, options?: CallOptions): ApiCall<GetReturnOutput>;

  /**
   * Download a return label.
   * Returns a PDF. Needs no key: use the full link from the return's `label_urls`. The link works for 7 days.
   *
   * `GET /labels/{label_id}.pdf`
   * @param labelId - UUID of the label.
   * @param query - Filters and options: `expires`, `signature`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A 4 × 6 inch page.
   */
  getLabel(labelId: string, query?: Omit<GetReturnLabelInput, 'label_id'>, options?: CallOptions): FileCall<GetReturnLabelOutput>;

  /**
   * Get the refund for a return.
   * What was added to your wallet, who refunds you, and when the return was resolved.
   *
   * `GET /returns/{return_request_id}/refund`
   * @param returnRequestId - UUID of the return request.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getRefund(returnRequestId: string, options?: CallOptions): ApiCall<GetReturnRefundOutput>;

  /**
   * List your returns.
   * Newest first, each with its items and refund.
   *
   * `GET /returns`
   * @param query - Filters and options: `limit`, `offset`, `after`, `status`, `search`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListReturnsInput, options?: CallOptions): ListCall<ListReturnsOutput, ListReturnsOutput['return_requests'][number]>;
}

export interface SandboxNamespace {
  /**
   * Move a sandbox package.
   * Sets the order's tracking status. From then on, the package moves only when you call this. Test keys only.
   *
   * `POST /sandbox/orders/{order_id}/advance`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  advanceOrder(orderId: string, body: NonNullable<AdvanceSandboxOrderInput['body']>, options?: CallOptions): ApiCall<AdvanceSandboxOrderOutput>;

  /**
   * Advance a test clock.
   * Send `to` or `by_seconds`, up to 400 days at a time. Everything that is due by then happens in order, in the background: read the clock until `status` is `ready`. Test keys only.
   *
   * `POST /sandbox/clocks/{clock_id}/advance`
   * @param clockId - UUID of the clock.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A sandbox test clock.
   */
  advanceTestClock(clockId: string, body: NonNullable<AdvanceTestClockInput['body']>, options?: CallOptions): ApiCall<AdvanceTestClockOutput>;

  /**
   * Claim a sandbox.
   * Moves its orders, test money and keys to your account, once. The keys keep working.
   *
   * `POST /sandbox/claim`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  claim(body: NonNullable<ClaimSandboxInput['body']>, options?: CallOptions): ApiCall<ClaimSandboxOutput>;

  /**
   * Create a test clock.
   * Send its ID as `test_clock` when you create orders, batches, quotes or retailer accounts. They then follow this clock instead of real time. An account can have up to 20. Test keys only.
   *
   * `POST /sandbox/clocks`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A sandbox test clock.
   */
  createTestClock(body?: NonNullable<CreateTestClockInput['body']>, options?: CallOptions): ApiCall<CreateTestClockOutput>;

  /**
   * Delete a test clock.
   * Orders and accounts that follow it continue in real time. Anything due in an hour is still due in an hour. Test keys only.
   *
   * `DELETE /sandbox/clocks/{clock_id}`
   * @param clockId - UUID of the clock.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  deleteTestClock(clockId: string, options?: CallOptions): ApiCall<DeleteTestClockOutput>;

  /**
   * Get the hold switch.
   * Whether new sandbox orders wait before they are placed. Test keys only.
   *
   * `GET /sandbox/hold`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getHold(options?: CallOptions): ApiCall<GetSandboxHoldOutput>;

  /**
   * Get the sandbox status.
   * Whether someone has claimed this key's sandbox.
   *
   * `GET /sandbox/status`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getStatus(options?: CallOptions): ApiCall<GetSandboxStatusOutput>;

  /**
   * Get a test clock.
   * After an advance, read it until `status` is `ready`. Test keys only.
   *
   * `GET /sandbox/clocks/{clock_id}`
   * @param clockId - UUID of the clock.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A sandbox test clock.
   */
  getTestClock(clockId: string, options?: CallOptions): ApiCall<GetTestClockOutput>;

  /**
   * Control a sandbox order.
   * `pause` keeps a pending order from being placed. `step` takes the next step: places a held order, or ships or delivers a placed one. `run` lets a held order continue. Test keys only.
   *
   * `POST /sandbox/orders/{order_id}/hold`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  holdOrder(orderId: string, body: NonNullable<HoldSandboxOrderInput['body']>, options?: CallOptions): ApiCall<HoldSandboxOrderOutput>;

  /**
   * List your test clocks.
   * Newest first. Test keys only.
   *
   * `GET /sandbox/clocks`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listTestClocks(query?: ListTestClocksInput, options?: CallOptions): ListCall<ListTestClocksOutput, ListTestClocksOutput['clocks'][number]>;

  /**
   * Create a test key.
   * Needs no account. Limited per IP address and in total per day (UTC); a 429 says when the limit resets. Reuse a key instead of creating many.
   *
   * `POST /sandbox/keys`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Created
   */
  mintKey(body?: NonNullable<MintSandboxKeyInput['body']>, options?: CallOptions): ApiCall<MintSandboxKeyOutput>;

  /**
   * Preview a sandbox claim.
   * What claiming the sandbox would move to your account. An unknown, used or expired link returns 404.
   *
   * `GET /sandbox/claim/{token}`
   * @param token - The last part of claim_url.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  previewClaim(token: string, options?: CallOptions): ApiCall<PreviewSandboxClaimOutput>;

  /**
   * Reply to a sandbox case.
   * Replies to an open case as an operator would. Test keys only.
   *
   * `POST /sandbox/orders/{order_id}/case/reply`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  replyToCase(orderId: string, body: NonNullable<ReplyToSandboxCaseInput['body']>, options?: CallOptions): ApiCall<ReplyToSandboxCaseOutput>;

  /**
   * Resolve a sandbox return.
   * Decides an open return in place of the simulated store, or refunds or rejects an approved one. Test keys only.
   *
   * `POST /sandbox/returns/{return_request_id}/resolve`
   * @param returnRequestId - UUID of the return request.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A return and its refund.
   */
  resolveReturn(returnRequestId: string, body: NonNullable<ResolveSandboxReturnInput['body']>, options?: CallOptions): ApiCall<ResolveSandboxReturnOutput>;

  /**
   * Set the hold switch.
   * While the switch is on, every new order stays `pending` with `waiting_for: hold` until you step, run or cancel it. Turning it off doesn't release orders that are waiting. Test keys only.
   *
   * `PUT /sandbox/hold`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  setHold(body: NonNullable<SetSandboxHoldInput['body']>, options?: CallOptions): ApiCall<SetSandboxHoldOutput>;
}

export interface StatementsNamespace {
  /**
   * Download a statement as PDF.
   * Every transaction in a month (UTC), with the opening and closing balance.
   *
   * `GET /wallet/statements/{month}/statement.pdf`
   * @param month - Month in UTC, such as `2026-08`.
   * @param query - Filters and options: `currency`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The statement.
   */
  get(month: string, query?: Omit<GetStatementInput, 'month'>, options?: CallOptions): FileCall<GetStatementOutput>;

  /**
   * Download a statement as CSV.
   * Every transaction in a month (UTC), with the opening and closing balance.
   *
   * `GET /wallet/statements/{month}/statement.csv`
   * @param month - Month in UTC, such as `2026-08`.
   * @param query - Filters and options: `currency`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The statement.
   */
  getCsv(month: string, query?: Omit<GetStatementCsvInput, 'month'>, options?: CallOptions): FileCall<GetStatementCsvOutput>;

  /**
   * List monthly statements.
   * Months in which your balance changed, newest first, with links to PDF and CSV. Each wallet has its own.
   *
   * `GET /wallet/statements`
   * @param query - Filters and options: `currency`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListStatementsInput, options?: CallOptions): ApiCall<ListStatementsOutput>;
}

export interface StatusNamespace {
  /**
   * Check the health of the service.
   * Reports the status of the database, job queue, mail, stores, disk and clock. Returns 503 if the service is down.
   *
   * `GET /health`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getHealth(options?: CallOptions): ApiCall<GetHealthOutput>;

  /**
   * Get lifetime statistics.
   * Live purchases only. Returns 404 unless the operator set PUBLIC_STATS=true.
   *
   * `GET /stats/lifetime`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getLifetimeStats(options?: CallOptions): ApiCall<GetLifetimeStatsOutput>;

  /**
   * Get the status page as JSON.
   * Current status of every part of the service, the last 90 days, and incidents. The page is at /status. Cached for 30 seconds.
   *
   * `GET /status.json`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetStatusOutput>;
}

export interface TeamNamespace {
  /**
   * Accept or decline an invitation.
   * Works once. If you accept, this session switches to the account.
   *
   * `POST /invitations/{token}`
   * @param token - Token from the link in the invitation email.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  answerInvitation(token: string, body: NonNullable<AnswerInvitationInput['body']>, options?: CallOptions): ApiCall<AnswerInvitationOutput>;

  /**
   * Change a member's role.
   * Takes effect within a second. An account must keep an owner, otherwise the response is 409 `last_owner`.
   *
   * `PATCH /team/people/{person_id}`
   * @param personId - UUID of the person.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A member of the account.
   */
  changeRole(personId: string, body: NonNullable<ChangeRoleInput['body']>, options?: CallOptions): ApiCall<ChangeRoleOutput>;

  /**
   * Switch accounts.
   * Switches this session to another of your accounts. Pages that are already open stay on their account.
   *
   * `POST /me/account`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  chooseAccount(body: NonNullable<ChooseAccountInput['body']>, options?: CallOptions): ApiCall<ChooseAccountOutput>;

  /**
   * Get an invitation.
   * Shows the account that invited you. Needs the token from the emailed link. Returns 404 if the invitation was used, revoked or expired, or is for another email address.
   *
   * `GET /invitations/{token}`
   * @param token - Token from the link in the invitation email.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getInvitation(token: string, options?: CallOptions): ApiCall<GetInvitationOutput>;

  /**
   * List members of your account.
   * Also lists pending invitations.
   *
   * `GET /team`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetTeamOutput>;

  /**
   * Invite someone.
   * Emails a link that works once, for 7 days, and only for the person who signs in with this address. Inviting the address again replaces the earlier link.
   *
   * `POST /team/invitations`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An invitation to the account.
   */
  invitePerson(body: NonNullable<InvitePersonInput['body']>, options?: CallOptions): ApiCall<InvitePersonOutput>;

  /**
   * Leave the account.
   * Ends your sessions. You can sign in again for your other accounts. The last owner can't leave.
   *
   * `POST /team/leave`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  leave(options?: CallOptions): ApiCall<LeaveTeamOutput>;

  /**
   * Remove a member.
   * Their sessions end within a second. Keys that they created keep working unless `revoke_keys` is true. `GET /keys?created_by=` lists these keys.
   *
   * `DELETE /team/people/{person_id}`
   * @param personId - UUID of the person.
   * @param query - Filters and options: `revoke_keys`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  removePerson(personId: string, query?: Omit<RemovePersonInput, 'person_id'>, options?: CallOptions): ApiCall<RemovePersonOutput>;

  /**
   * Revoke an invitation.
   * Its link stops working.
   *
   * `DELETE /team/invitations/{invitation_id}`
   * @param invitationId - UUID of the invitation.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  takeInvitationBack(invitationId: string, options?: CallOptions): ApiCall<TakeInvitationBackOutput>;

  /**
   * Update your name.
   * Other people on your accounts see this name.
   *
   * `PATCH /me`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  updateMe(body: NonNullable<UpdateMeInput['body']>, options?: CallOptions): ApiCall<UpdateMeOutput>;
}

export interface TopUpsNamespace {
  /**
   * Add funds.
   * Open `pay_url` in a browser: a Stripe page with a live key, a test page with a test key. The funds are added when the payment is confirmed. Send an Idempotency-Key header so that a retry creates only one top-up.
   *
   * `POST /wallet/top-ups`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Funds that were added to the wallet, or a payment for them.
   */
  create(body: NonNullable<CreateTopUpInput['body']>, options?: CallOptions): ApiCall<CreateTopUpOutput>;

  /**
   * Get a top-up.
   * While it is not paid, Errand checks with the payment provider, so polling shows the payment as soon as it arrives.
   *
   * `GET /wallet/top-ups/{top_up_id}`
   * @param topUpId - UUID of the top-up.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Funds that were added to the wallet, or a payment for them.
   */
  get(topUpId: string, options?: CallOptions): ApiCall<GetTopUpOutput>;

  /**
   * Download a receipt as PDF.
   * For a paid top-up. Returns 404 until it is paid.
   *
   * `GET /wallet/top-ups/{top_up_id}/receipt.pdf`
   * @param topUpId - UUID of the top-up.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The receipt.
   */
  getReceipt(topUpId: string, options?: CallOptions): FileCall<GetTopUpReceiptOutput>;

  /**
   * Download a receipt as CSV.
   * For a paid top-up. Returns 404 until it is paid.
   *
   * `GET /wallet/top-ups/{top_up_id}/receipt.csv`
   * @param topUpId - UUID of the top-up.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The receipt.
   */
  getReceiptCsv(topUpId: string, options?: CallOptions): FileCall<GetTopUpReceiptCsvOutput>;

  /**
   * List top-ups.
   * Funds that you added or started to add, newest first.
   *
   * `GET /wallet/top-ups`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListTopUpsInput, options?: CallOptions): ListCall<ListTopUpsOutput, ListTopUpsOutput['top_ups'][number]>;

  /**
   * Refund a top-up.
   * Refunds the unused part to the original payment method. Only a signed-in user can do this. Funds that are on hold or spent aren't refunded. Repeat the request when more is available.
   *
   * `POST /wallet/top-ups/{top_up_id}/refund`
   * @param topUpId - UUID of the top-up.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Funds that were added to the wallet, or a payment for them.
   */
  refund(topUpId: string, options?: CallOptions): ApiCall<RefundTopUpOutput>;
}

export interface TrackingNamespace {
  /**
   * Track an order.
   * Needs no key: anyone who has the order ID can track it. Browsers get a page in English, German, French, Italian or Spanish: the language they ask for, or that of the destination. Everyone else gets JSON. The recipient's name and phone number are never included.
   *
   * `GET /track/{order_id}`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(orderId: string, options?: CallOptions): ApiCall<TrackOrderOutput>;
}

export interface UsageNamespace {
  /**
   * Get your usage.
   * Counts this account's calls in the key's mode. Calls appear within a second. Idempotent repeats are counted once.
   *
   * `GET /usage`
   * @param query - Filters and options: `window_days`, `recent`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(query?: GetUsageInput, options?: CallOptions): ApiCall<GetUsageOutput>;
}

export interface WalletNamespace {
  /**
   * Get the account overview.
   * Wallet, spending, orders and what needs attention, for the key's mode, in one request.
   *
   * `GET /overview`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getOverview(options?: CallOptions): ApiCall<GetOverviewOutput>;

  /**
   * Get your wallet.
   * Returns the balance, what is on hold and what new orders can use. Without `currency`, returns the US dollar wallet.
   *
   * `GET /wallet`
   * @param query - Filters and options: `currency`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(query?: GetWalletInput, options?: CallOptions): ApiCall<GetWalletOutput>;

  /**
   * Get your wallet (newer clients).
   * The wallet in the format that newer clients expect.
   *
   * `GET /wallet/me`
   * @param query - Filters and options: `wallet_type`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getMine(query?: GetWalletOfMeInput, options?: CallOptions): ApiCall<GetWalletOfMeOutput>;

  /**
   * List wallet transactions.
   * Every change to your balance, newest first.
   *
   * `GET /wallet/transactions`
   * @param query - Filters and options: `limit`, `offset`, `currency`, `after`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listTransactions(query?: ListWalletTransactionsInput, options?: CallOptions): ListCall<ListWalletTransactionsOutput, ListWalletTransactionsOutput['transactions'][number]>;

  /**
   * List your wallets.
   * Every account has a US dollar wallet, plus one for each currency that you added.
   *
   * `GET /wallets`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListWalletsOutput>;

  /**
   * Open a wallet.
   * Opens an empty wallet in another currency. Orders from stores that charge in that currency are paid from this wallet. If it does not have enough funds, the US dollar wallet pays. If it is already open, it is returned with status 200.
   *
   * `POST /wallets`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  open(body: NonNullable<OpenWalletInput['body']>, options?: CallOptions): ApiCall<OpenWalletOutput>;
}

export interface WebhookDeliveriesNamespace {
  /**
   * Get a delivery.
   * Returns one delivery with its body, its attempts and their responses.
   *
   * `GET /webhooks/deliveries/{delivery_id}`
   * @param deliveryId - UUID of the delivery.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A delivery of an event to an endpoint.
   */
  get(deliveryId: string, options?: CallOptions): ApiCall<GetWebhookDeliveryOutput>;

  /**
   * List webhook deliveries.
   * What was sent to your endpoints, newest first. Finished deliveries are kept for 30 days.
   *
   * `GET /webhooks/deliveries`
   * @param query - Filters and options: `limit`, `offset`, `after`, `status`, `event`, `order_id`, `endpoint_id`, `event_id`, `created_after`, `url`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListWebhookDeliveriesInput, options?: CallOptions): ListCall<ListWebhookDeliveriesOutput, ListWebhookDeliveriesOutput['deliveries'][number]>;

  /**
   * Resend failed deliveries.
   * Resends every failed or stopped delivery that matches the filters, with the same IDs and bodies. With status `retrying`, pending deliveries are attempted again now.
   *
   * `POST /webhooks/deliveries/replay`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Accepted
   */
  replayFailed(body: NonNullable<ReplayFailedWebhookDeliveriesInput['body']>, options?: CallOptions): ApiCall<ReplayFailedWebhookDeliveriesOutput>;

  /**
   * Resend a delivery.
   * Sends the same ID and body now, and retries if it fails. If the endpoint was disabled by a 410 response, a successful resend starts it again.
   *
   * `POST /webhooks/deliveries/{delivery_id}/replay`
   * @param deliveryId - UUID of the delivery.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A delivery of an event to an endpoint.
   */
  replay(deliveryId: string, options?: CallOptions): ApiCall<ReplayWebhookDeliveryOutput>;

  /**
   * Edit a delivery and resend it.
   * Sends your body to the endpoint as a new delivery, signed as usual. Its `webhook-id` starts with `msg_edited_`, and the log shows the original delivery and who edited it. Only signed-in owners can do this. Keys can't.
   *
   * `POST /webhooks/deliveries/{delivery_id}/resend-edited`
   * @param deliveryId - UUID of the delivery.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A delivery of an event to an endpoint.
   */
  resendEdited(deliveryId: string, body: NonNullable<ResendEditedWebhookDeliveryInput['body']>, options?: CallOptions): ApiCall<ResendEditedWebhookDeliveryOutput>;
}

export interface WebhookEndpointsNamespace {
  /**
   * Add a webhook endpoint.
   * Up to 20 per mode. Each has its own secret.
   *
   * `POST /webhooks/endpoints`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A URL that receives events, with its secret.
   */
  create(body: NonNullable<CreateWebhookEndpointInput['body']>, options?: CallOptions): ApiCall<CreateWebhookEndpointOutput>;

  /**
   * Delete a webhook endpoint.
   * Pending deliveries to it are dropped. The delivery log is kept.
   *
   * `DELETE /webhooks/endpoints/{endpoint_id}`
   * @param endpointId - UUID of the endpoint.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  delete(endpointId: string, options?: CallOptions): ApiCall<DeleteWebhookEndpointByIdOutput>;

  /**
   * Get a webhook endpoint.
   * Returns the endpoint with its secret.
   *
   * `GET /webhooks/endpoints/{endpoint_id}`
   * @param endpointId - UUID of the endpoint.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A URL that receives events, with its secret.
   */
  get(endpointId: string, options?: CallOptions): ApiCall<GetWebhookEndpointByIdOutput>;

  /**
   * Get an endpoint's success rate and latency.
   * Outcomes of delivery attempts over time. Kept for 30 days.
   *
   * `GET /webhooks/endpoints/{endpoint_id}/health`
   * @param endpointId - UUID of the endpoint.
   * @param query - Filters and options: `period`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns How an endpoint responded in a period.
   */
  getHealth(endpointId: string, query?: Omit<GetWebhookEndpointHealthInput, 'endpoint_id'>, options?: CallOptions): ApiCall<GetWebhookEndpointHealthOutput>;

  /**
   * List webhook endpoints.
   * Endpoints in this mode, without their secrets, newest first.
   *
   * `GET /webhooks/endpoints`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListWebhookEndpointsInput, options?: CallOptions): ListCall<ListWebhookEndpointsOutput, ListWebhookEndpointsOutput['endpoints'][number]>;

  /**
   * Rotate an endpoint's secret.
   * For 24 hours, messages are signed with both the new and the old secret.
   *
   * `POST /webhooks/endpoints/{endpoint_id}/rotate`
   * @param endpointId - UUID of the endpoint.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A URL that receives events, with its secret.
   */
  rotateSecret(endpointId: string, options?: CallOptions): ApiCall<RotateWebhookEndpointSecretOutput>;

  /**
   * Send a test event.
   * Sends an example event of any type now. Read the delivery to see the response.
   *
   * `POST /webhooks/endpoints/{endpoint_id}/test`
   * @param endpointId - UUID of the endpoint.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A delivery of an event to an endpoint.
   */
  test(endpointId: string, body?: NonNullable<TestWebhookEndpointInput['body']>, options?: CallOptions): ApiCall<TestWebhookEndpointOutput>;

  /**
   * Update a webhook endpoint.
   * Fields that you leave out stay as they are. Pending deliveries go to the new URL.
   *
   * `PATCH /webhooks/endpoints/{endpoint_id}`
   * @param endpointId - UUID of the endpoint.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A URL that receives events.
   */
  update(endpointId: string, body: NonNullable<UpdateWebhookEndpointInput['body']>, options?: CallOptions): ApiCall<UpdateWebhookEndpointOutput>;
}

export interface WebhooksNamespace {
  /**
   * Delete the single webhook URL.
   * Errand stops sending events to it.
   *
   * `DELETE /webhooks/endpoint`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  deleteEndpoint(options?: CallOptions): ApiCall<DeleteWebhookEndpointOutput>;

  /**
   * Get the single webhook URL.
   * Returns the URL and its secret, or null for both. For accounts with one endpoint.
   *
   * `GET /webhooks/endpoint`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getEndpoint(options?: CallOptions): ApiCall<GetWebhookEndpointOutput>;

  /**
   * Get the webhook secret.
   * The secret used to sign messages to legacy API webhook URLs.
   *
   * `GET /webhooks/secret`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getSecret(options?: CallOptions): ApiCall<GetWebhookSecretOutput>;

  /**
   * Set the single webhook URL.
   * The URL receives every event. The secret stays the same when you change the URL.
   *
   * `PUT /webhooks/endpoint`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  setEndpoint(body: NonNullable<PutWebhookEndpointInput['body']>, options?: CallOptions): ApiCall<PutWebhookEndpointOutput>;

  /**
   * Rotate the webhook secret.
   * For 24 hours, messages are signed with both the new and the old secret.
   *
   * `POST /webhooks/secret`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Created
   */
  rotateSecret(options?: CallOptions): ApiCall<RotateWebhookSecretOutput>;
}

export interface Namespaces {
  /** Methods: `delete`, `getMailPreferences`, `get`, `getSignInHint`, `setMailPreferences`, `signOutEverywhere`. */
  account: AccountNamespace;
  /** Methods: `list`. */
  activity: ActivityNamespace;
  /** Methods: `createOrder`, `getProduct`, `getProductOffers`, `search`, `searchProducts`, `searchProductsByGet`. */
  agent: AgentNamespace;
  /** Methods: `answer`, `get`. */
  approvals: ApprovalsNamespace;
  /** Methods: `get`, `getResults`, `getTemplate`, `list`, `place`, `validate`. */
  bulk: BulkNamespace;
  /** Methods: `createSetup`, `delete`, `getSetup`, `list`, `update`. */
  cards: CardsNamespace;
  /** Methods: `addAttachment`, `get`, `getAttachment`, `list`, `post`. */
  cases: CasesNamespace;
  /** Methods: `approve`, `askForCode`, `fetchKey`, `getCode`. */
  devices: DevicesNamespace;
  /** Methods: `get`, `list`, `resend`. */
  events: EventsNamespace;
  /** Methods: `deletePolicy`, `getPolicy`, `list`, `set`, `setPolicy`. */
  keyGroups: KeyGroupsNamespace;
  /** Methods: `create`, `list`, `revoke`, `update`. */
  keys: KeysNamespace;
  /** Methods: `abortOrder`, `cancelOrder`, `createOrder`, `createReturn`, `getCancellation`, `getCase`, `getOffers`, `getOrder`, `getProduct`, `getReturn`, `listOrders`, `postToCase`, `retryOrder`, `search`. */
  legacy: LegacyNamespace;
  /** Methods: `create`, `delete`, `finishLink`, `get`, `getLink`, `link`, `listEvents`, `list`, `unlink`, `update`, `verify`. */
  managedAccounts: ManagedAccountsNamespace;
  /** Methods: `decideRequest`, `getRequest`. */
  oauth: OauthNamespace;
  /** Methods: `answerAction`, `cancel`, `cancelMany`, `compare`, `create`, `deleteView`, `export`, `getCancellation`, `get`, `getDocument`, `getTimeline`, `getTotals`, `listDocuments`, `listViews`, `list`, `listTestProducts`, `quote`, `requestCancellation`, `saveView`. */
  orders: OrdersNamespace;
  /** Methods: `createCheckoutSession`, `get`. */
  payments: PaymentsNamespace;
  /** Methods: `deleteForKey`, `getForAccount`, `getForKey`, `get`, `listDecisions`, `preview`, `setForAccount`, `setForKey`, `simulate`. */
  policies: PoliciesNamespace;
  /** Methods: `get`, `getOffers`, `listOrdered`, `searchEverywhere`, `search`. */
  products: ProductsNamespace;
  /** Methods: `get`, `list`. */
  requests: RequestsNamespace;
  /** Methods: `check`, `list`. */
  retailers: RetailersNamespace;
  /** Methods: `create`, `get`, `getLabel`, `getRefund`, `list`. */
  returns: ReturnsNamespace;
  /** Methods: `advanceOrder`, `advanceTestClock`, `claim`, `createTestClock`, `deleteTestClock`, `getHold`, `getStatus`, `getTestClock`, `holdOrder`, `listTestClocks`, `mintKey`, `previewClaim`, `replyToCase`, `resolveReturn`, `setHold`. */
  sandbox: SandboxNamespace;
  /** Methods: `get`, `getCsv`, `list`. */
  statements: StatementsNamespace;
  /** Methods: `getHealth`, `getLifetimeStats`, `get`. */
  status: StatusNamespace;
  /** Methods: `answerInvitation`, `changeRole`, `chooseAccount`, `getInvitation`, `get`, `invitePerson`, `leave`, `removePerson`, `takeInvitationBack`, `updateMe`. */
  team: TeamNamespace;
  /** Methods: `create`, `get`, `getReceipt`, `getReceiptCsv`, `list`, `refund`. */
  topUps: TopUpsNamespace;
  /** Methods: `get`. */
  tracking: TrackingNamespace;
  /** Methods: `get`. */
  usage: UsageNamespace;
  /** Methods: `getOverview`, `get`, `getMine`, `listTransactions`, `list`, `open`. */
  wallet: WalletNamespace;
  /** Methods: `get`, `list`, `replayFailed`, `replay`, `resendEdited`. */
  webhookDeliveries: WebhookDeliveriesNamespace;
  /** Methods: `create`, `delete`, `get`, `getHealth`, `list`, `rotateSecret`, `test`, `update`. */
  webhookEndpoints: WebhookEndpointsNamespace;
  /** Methods: `deleteEndpoint`, `getEndpoint`, `getSecret`, `setEndpoint`, `rotateSecret`. */
  webhooks: WebhooksNamespace;
}

