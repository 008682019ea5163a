// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.

import type { ApiCall, FileCall, ListCall } from '../src/api-call.ts';
import type { ActInVisitInput, ActInVisitOutput, AddAlertChannelInput, AddAlertChannelOutput, AddAlertRuleInput, AddAlertRuleOutput, AddAnyCaseAttachmentInput, AddAnyCaseAttachmentOutput, AddDeskParcelInput, AddDeskParcelOutput, AddDeskReceiptInput, AddDeskReceiptOutput, AddStoreInput, AddStoreOutput, CallOffDeskPurchaseInput, CallOffDeskPurchaseOutput, CancelAnyOrderInput, CancelAnyOrderOutput, ChangeAlertRuleInput, ChangeAlertRuleOutput, ChangeStoreInput, ChangeStoreOutput, CheckSettingsOutput, CheckStoreInput, CheckStoreOutput, CompareRetailersInput, CompareRetailersOutput, CreateBackupOutput, CreditWalletInput, CreditWalletOutput, DebitWalletInput, DebitWalletOutput, DecideDoubtInput, DecideDoubtOutput, DecideJobInput, DecideJobOutput, EndAnySessionInput, EndAnySessionOutput, ExportAllReturnsInput, ExportAllReturnsOutput, ExportAnyOrdersInput, ExportAnyOrdersOutput, ExportCustomersInput, ExportCustomersOutput, ExportMoneyInput, ExportMoneyOutput, ExportOperatorActionsInput, ExportOperatorActionsOutput, FailDeskTaskInput, FailDeskTaskOutput, FileOrderDocumentInput, FileOrderDocumentOutput, FreezeKeyInput, FreezeKeyOutput, GetAnyCaseAttachmentOutput, GetAnyCaseOutput, GetAnyKeyOutput, GetAnyMailsOutput, GetAnyOrderOutput, GetAnyParcelOutput, GetAnyReturnOutput, GetCustomerOutput, GetDeskReceiptOutput, GetDeskTaskOutput, GetFilmPictureOutput, GetMonitoringInput, GetMonitoringOutput, GetOperatorOverviewOutput, GetRetailerStatisticsInput, GetRetailerStatisticsOutput, GetSecondFactorOutput, GetStoreOutput, GetTodayOutput, GiveSecondFactorInput, GiveSecondFactorOutput, HandBackDeskTaskInput, HandBackDeskTaskOutput, LimitKeyInput, LimitKeyOutput, ListAlertsOutput, ListAllCasesInput, ListAllCasesOutput, ListAllRetailersOutput, ListAllReturnsInput, ListAllReturnsOutput, ListAnyOrdersInput, ListAnyOrdersOutput, ListBackupsOutput, ListClaimsOutput, ListCustomersInput, ListCustomersOutput, ListDeskPurchasesInput, ListDeskPurchasesOutput, ListDeskTasksInput, ListDeskTasksOutput, ListDoubtsInput, ListDoubtsOutput, ListFailingWebhookReceiversInput, ListFailingWebhookReceiversOutput, ListFilmsInput, ListFilmsOutput, ListIncidentsOutput, ListMoneyInput, ListMoneyOutput, ListOpenChargesInput, ListOpenChargesOutput, ListOperatorActionsInput, ListOperatorActionsOutput, ListOperatorQuestionsOutput, ListStoreWalksOutput, ListStoresOutput, ListVisitsOutput, MessageCustomerInput, MessageCustomerOutput, NotePresenceInput, NotePresenceOutput, OpenIncidentInput, OpenIncidentOutput, ProbeStoreInput, ProbeStoreOutput, RecordDeskPurchaseInput, RecordDeskPurchaseOutput, RefundFromCaseInput, RefundFromCaseOutput, RefundOrderInput, RefundOrderOutput, RemoveAlertChannelOutput, RemoveAlertRuleOutput, RemoveStoreOutput, ReplyToCaseInput, ReplyToCaseOutput, ResolveReturnInput, ResolveReturnOutput, RetryAnyOrderInput, RetryAnyOrderOutput, SearchAsOperatorInput, SearchAsOperatorOutput, SignCustomerOutInput, SignCustomerOutOutput, StartSecondFactorOutput, SwitchRetailerInput, SwitchRetailerOutput, TakeDeskTaskInput, TakeDeskTaskOutput, TakeOverVisitOutput, UpdateIncidentInput, UpdateIncidentOutput, WatchVisitOutput } from './operations-operator.ts';
import type { CallOptions } from '../src/send.ts';

export interface OperatorActionsNamespace {
  /**
   * List actions for operators.
   * Orders that need an operator for something other than buying. Complete an action with POST /orders/{order_id}/actions/{action_id}.
   *
   * `GET /operator/actions`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listQuestions(options?: CallOptions): ApiCall<ListOperatorQuestionsOutput>;
}

export interface OperatorAlertsNamespace {
  /**
   * Add an alert channel.
   * Operators are always emailed. A webhook gets `alert.fired` and `alert.resolved`, signed as Standard Webhooks with the secret in this response, and is retried for about a day.
   *
   * `POST /operator/alerts/channels`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Created
   */
  addChannel(body: NonNullable<AddAlertChannelInput['body']>, options?: CallOptions): ApiCall<AddAlertChannelOutput>;

  /**
   * Add an alert rule.
   * Watches one more metric.
   *
   * `POST /operator/alerts/rules`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Created
   */
  addRule(body: NonNullable<AddAlertRuleInput['body']>, options?: CallOptions): ApiCall<AddAlertRuleOutput>;

  /**
   * Update an alert rule.
   * Changes its thresholds, or enables or disables it. When you disable a rule, its active alert is resolved at the next check.
   *
   * `PATCH /operator/alerts/rules/{rule}`
   * @param rule - Identifier of the rule.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  changeRule(rule: string, body: NonNullable<ChangeAlertRuleInput['body']>, options?: CallOptions): ApiCall<ChangeAlertRuleOutput>;

  /**
   * List alerts.
   * Alert rules, active and recent alerts, and who is alerted.
   *
   * `GET /operator/alerts`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListAlertsOutput>;

  /**
   * Remove an alert channel.
   * Alerts are no longer sent to it.
   *
   * `DELETE /operator/alerts/channels/{channel_id}`
   * @param channelId - UUID of the channel.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  removeChannel(channelId: string, options?: CallOptions): ApiCall<RemoveAlertChannelOutput>;

  /**
   * Remove an alert rule.
   * If the rule has an active alert, disable it first.
   *
   * `DELETE /operator/alerts/rules/{rule}`
   * @param rule - Identifier of the rule.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  removeRule(rule: string, options?: CallOptions): ApiCall<RemoveAlertRuleOutput>;
}

export interface OperatorAuditNamespace {
  /**
   * Export the audit log.
   * CSV, newest first.
   *
   * `GET /operator/audit/export`
   * @param query - Filters and options: `operator`, `action`, `subject_type`, `subject_id`, `from`, `before`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One row per entry.
   */
  exportActions(query?: ExportOperatorActionsInput, options?: CallOptions): FileCall<ExportOperatorActionsOutput>;

  /**
   * List the audit log.
   * Everything that operators changed, newest first.
   *
   * `GET /operator/audit`
   * @param query - Filters and options: `limit`, `offset`, `operator`, `action`, `subject_type`, `subject_id`, `from`, `before`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listActions(query?: ListOperatorActionsInput, options?: CallOptions): ListCall<ListOperatorActionsOutput, ListOperatorActionsOutput['entries'][number]>;
}

export interface OperatorBackupsNamespace {
  /**
   * Start a backup.
   * A worker starts it within a minute. Returns 409 if one has already been requested or is running, or if `BACKUP_TO` is not set.
   *
   * `POST /operator/backups`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Accepted
   */
  create(options?: CallOptions): ApiCall<CreateBackupOutput>;

  /**
   * List backups.
   * Scheduled backups and those that operators requested, with their test restores.
   *
   * `GET /operator/backups`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListBackupsOutput>;
}

export interface OperatorCasesNamespace {
  /**
   * Attach a file to any case.
   * A PDF or image up to 5 MiB. The customer sees it.
   *
   * `POST /operator/cases/{order_id}/attachments`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A file on a case.
   */
  addAttachment(orderId: string, body: NonNullable<AddAnyCaseAttachmentInput['body']>, options?: CallOptions): ApiCall<AddAnyCaseAttachmentOutput>;

  /**
   * Get any case.
   * Returns all messages and files, and what can still be refunded.
   *
   * `GET /operator/cases/{order_id}`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(orderId: string, options?: CallOptions): ApiCall<GetAnyCaseOutput>;

  /**
   * Download an attachment from any case.
   * Returns the file with its media type.
   *
   * `GET /operator/cases/{order_id}/attachments/{attachment_id}`
   * @param orderId - UUID of the order.
   * @param attachmentId - UUID of the attachment.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The uploaded file.
   */
  getAttachment(orderId: string, attachmentId: string, options?: CallOptions): FileCall<GetAnyCaseAttachmentOutput>;

  /**
   * List cases from all accounts.
   * Most recently changed first.
   *
   * `GET /operator/cases`
   * @param query - Filters and options: `limit`, `offset`, `after`, `state`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListAllCasesInput, options?: CallOptions): ListCall<ListAllCasesOutput, ListAllCasesOutput['cases'][number]>;

  /**
   * Refund an order from its case.
   * Refunds an order that has a case, and adds a message to the case. Otherwise the same as `refundOrder`.
   *
   * `POST /operator/cases/{order_id}/refund`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  refund(orderId: string, body: NonNullable<RefundFromCaseInput['body']>, options?: CallOptions): ApiCall<RefundFromCaseOutput>;

  /**
   * Reply to a case.
   * Can close the case too. Only the customer can reopen a closed case: a reply to one returns `bad_request`. Send an Idempotency-Key header so that a retry posts only once.
   *
   * `POST /operator/cases/{order_id}/reply`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  reply(orderId: string, body: NonNullable<ReplyToCaseInput['body']>, options?: CallOptions): ApiCall<ReplyToCaseOutput>;
}

export interface OperatorChargesNamespace {
  /**
   * List open charges.
   * Charges and refunds that have not settled with the payment provider, longest waiting first. Errand checks with the provider at least once an hour. Unused charges are refunded automatically.
   *
   * `GET /operator/charges`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listOpen(query?: ListOpenChargesInput, options?: CallOptions): ListCall<ListOpenChargesOutput, ListOpenChargesOutput['charges'][number]>;
}

export interface OperatorCustomersNamespace {
  /**
   * Export customers.
   * CSV, sorted by email address. Takes the same filters as the list.
   *
   * `GET /operator/customers/export`
   * @param query - Filters and options: `world`, `search`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One row per entry.
   */
  export(query?: ExportCustomersInput, options?: CallOptions): FileCall<ExportCustomersOutput>;

  /**
   * Get a customer.
   * Wallets, people, keys, sessions, latest orders and audit log.
   *
   * `GET /operator/customers/{account_id}`
   * @param accountId - UUID of the account.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(accountId: string, options?: CallOptions): ApiCall<GetCustomerOutput>;

  /**
   * List customers.
   * Sorted by email address, with the wallet for one mode. Unclaimed sandboxes are left out.
   *
   * `GET /operator/customers`
   * @param query - Filters and options: `world`, `search`, `limit`, `after`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListCustomersInput, options?: CallOptions): ApiCall<ListCustomersOutput>;

  /**
   * Sign a customer out.
   * Ends all of the account's sessions. Keys keep working.
   *
   * `POST /operator/customers/{account_id}/sign-out`
   * @param accountId - UUID of the account.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  signOut(accountId: string, body: NonNullable<SignCustomerOutInput['body']>, options?: CallOptions): ApiCall<SignCustomerOutOutput>;
}

export interface OperatorDeskNamespace {
  /**
   * Add or update a package.
   * Records a tracking number or the current status of a package.
   *
   * `POST /operator/desk/{order_id}/parcels`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  addParcel(orderId: string, body: NonNullable<AddDeskParcelInput['body']>, options?: CallOptions): ApiCall<AddDeskParcelOutput>;

  /**
   * Add a receipt.
   * A PDF or image up to 5 MiB.
   *
   * `POST /operator/desk/{order_id}/receipts`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A receipt for a purchase.
   */
  addReceipt(orderId: string, body: NonNullable<AddDeskReceiptInput['body']>, options?: CallOptions): ApiCall<AddDeskReceiptOutput>;

  /**
   * Record a cancellation by the store.
   * For an order that was placed manually. The captured amount is refunded.
   *
   * `POST /operator/desk/{order_id}/call-off`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  callOffPurchase(orderId: string, body: NonNullable<CallOffDeskPurchaseInput['body']>, options?: CallOptions): ApiCall<CallOffDeskPurchaseOutput>;

  /**
   * Fail an order.
   * Records that the order can't be placed. The hold is released.
   *
   * `POST /operator/desk/{order_id}/fail`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  failTask(orderId: string, body: NonNullable<FailDeskTaskInput['body']>, options?: CallOptions): ApiCall<FailDeskTaskOutput>;

  /**
   * Download a receipt.
   * Returns the file with its media type.
   *
   * `GET /operator/desk/{order_id}/receipts/{receipt_id}`
   * @param orderId - UUID of the order.
   * @param receiptId - UUID of the receipt.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The uploaded file.
   */
  getReceipt(orderId: string, receiptId: string, options?: CallOptions): FileCall<GetDeskReceiptOutput>;

  /**
   * Get an order to place manually.
   * Address, items, who claimed it, and receipts.
   *
   * `GET /operator/desk/{order_id}`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  getTask(orderId: string, options?: CallOptions): ApiCall<GetDeskTaskOutput>;

  /**
   * Release an order.
   * Releases your claim without a purchase, so that another operator can claim the order.
   *
   * `POST /operator/desk/{order_id}/hand-back`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  handBackTask(orderId: string, body: NonNullable<HandBackDeskTaskInput['body']>, options?: CallOptions): ApiCall<HandBackDeskTaskOutput>;

  /**
   * List manually placed orders.
   * Orders that have not arrived yet, newest first.
   *
   * `GET /operator/desk/bought`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listPurchases(query?: ListDeskPurchasesInput, options?: CallOptions): ListCall<ListDeskPurchasesOutput, ListDeskPurchasesOutput['orders'][number]>;

  /**
   * List orders to place manually.
   * Waiting and claimed orders, longest waiting first.
   *
   * `GET /operator/desk`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listTasks(query?: ListDeskTasksInput, options?: CallOptions): ListCall<ListDeskTasksOutput, ListDeskTasksOutput['tasks'][number]>;

  /**
   * Record a purchase.
   * Places the order and captures the money, once. Lines, shipping, tax, fees and discount must add up to the total, and the total can't exceed `max_price`. If another operator took over the order, the response is `lease_lost`, and what you sent is kept in the audit log.
   *
   * `POST /operator/desk/{order_id}/purchase`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  recordPurchase(orderId: string, body: NonNullable<RecordDeskPurchaseInput['body']>, options?: CallOptions): ApiCall<RecordDeskPurchaseOutput>;

  /**
   * Claim an order.
   * Claims an order to place it, or extends your claim. While your claim lasts, nobody else can claim it and the customer can't cancel. To take over an expired claim, ask the operator who had it, then send `take_over`.
   *
   * `POST /operator/desk/{order_id}/take`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order to place manually.
   */
  takeTask(orderId: string, body: NonNullable<TakeDeskTaskInput['body']>, options?: CallOptions): ApiCall<TakeDeskTaskOutput>;
}

export interface OperatorDoubtsNamespace {
  /**
   * Resolve an order that needs review.
   * Enter what the store's order history shows. This is final for the order and its money. An order that doesn't need review returns `bad_request`.
   *
   * `POST /operator/doubts/{order_id}/decide`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An order with its items, packages, returns and payment.
   */
  decide(orderId: string, body: NonNullable<DecideDoubtInput['body']>, options?: CallOptions): ApiCall<DecideDoubtOutput>;

  /**
   * List orders that need review.
   * Orders with an unknown outcome after submit, with the evidence, longest waiting first.
   *
   * `GET /operator/doubts`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListDoubtsInput, options?: CallOptions): ListCall<ListDoubtsOutput, ListDoubtsOutput['doubts'][number]>;
}

export interface OperatorFilmsNamespace {
  /**
   * Download a screenshot from a recording.
   * Returns the image. Secrets are hidden.
   *
   * `GET /operator/films/{film_id}/pictures/{number}`
   * @param filmId - ID of the recording.
   * @param number - Number of the screenshot, from 1.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The page.
   */
  getPicture(filmId: string, number: string, options?: CallOptions): FileCall<GetFilmPictureOutput>;

  /**
   * List recordings.
   * Browser purchases at stores without an API, newest first, with steps, timestamps and screenshots. Secrets are hidden.
   *
   * `GET /operator/films`
   * @param query - Filters and options: `order_id`, `store`, `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListFilmsInput, options?: CallOptions): ListCall<ListFilmsOutput, ListFilmsOutput['films'][number]>;
}

export interface OperatorIncidentsNamespace {
  /**
   * List incidents.
   * Newest first, with their updates.
   *
   * `GET /operator/incidents`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListIncidentsOutput>;

  /**
   * Open an incident.
   * Appears on the public status page until it is resolved.
   *
   * `POST /operator/incidents`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  open(body: NonNullable<OpenIncidentInput['body']>, options?: CallOptions): ApiCall<OpenIncidentOutput>;

  /**
   * Update an incident.
   * Posts an update to the public status page. The state `resolved` closes the incident.
   *
   * `POST /operator/incidents/{incident_id}/updates`
   * @param incidentId - UUID of the incident.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  update(incidentId: string, body: NonNullable<UpdateIncidentInput['body']>, options?: CallOptions): ApiCall<UpdateIncidentOutput>;
}

export interface OperatorJobsNamespace {
  /**
   * Retry or discard a failed job.
   * Jobs that end an order or move money can't be discarded: retry them, or resolve the order.
   *
   * `POST /operator/jobs/{job_id}`
   * @param jobId - Number of the job.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  decide(jobId: string, body: NonNullable<DecideJobInput['body']>, options?: CallOptions): ApiCall<DecideJobOutput>;
}

export interface OperatorKeysNamespace {
  /**
   * Freeze or unfreeze a key.
   * A frozen key is rejected everywhere within a second. Its existing orders continue. Unfreezing a live key needs a second factor.
   *
   * `PUT /operator/keys/{key_id}/frozen`
   * @param keyId - UUID of the key.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  freeze(keyId: string, body: NonNullable<FreezeKeyInput['body']>, options?: CallOptions): ApiCall<FreezeKeyOutput>;

  /**
   * Get any key.
   * Limits, what it spent today, latest requests and audit log.
   *
   * `GET /operator/keys/{key_id}`
   * @param keyId - UUID of the key.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(keyId: string, options?: CallOptions): ApiCall<GetAnyKeyOutput>;

  /**
   * Limit a key.
   * Changes how much the key can spend, and where. Fields that you leave out stay as they are. Null removes a limit. Applies from the next order on. A live key needs a second factor.
   *
   * `PUT /operator/keys/{key_id}/limits`
   * @param keyId - UUID of the key.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  limit(keyId: string, body: NonNullable<LimitKeyInput['body']>, options?: CallOptions): ApiCall<LimitKeyOutput>;
}

export interface OperatorMailsNamespace {
  /**
   * List emails to a recipient.
   * Emails to the recipient of an order, and whether they were sent.
   *
   * `GET /operator/mails/{order_id}`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(orderId: string, options?: CallOptions): ApiCall<GetAnyMailsOutput>;
}

export interface OperatorMoneyNamespace {
  /**
   * Export money movements.
   * CSV, newest first. Takes the same filters as the list.
   *
   * `GET /operator/money/export`
   * @param query - Filters and options: `world`, `account_id`, `currency`, `type`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One row per entry.
   */
  export(query?: ExportMoneyInput, options?: CallOptions): FileCall<ExportMoneyOutput>;

  /**
   * List money movements from all accounts.
   * Ledger entries in one mode and currency, newest first.
   *
   * `GET /operator/money`
   * @param query - Filters and options: `world`, `account_id`, `currency`, `type`, `limit`, `after`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListMoneyInput, options?: CallOptions): ApiCall<ListMoneyOutput>;
}

export interface OperatorMonitoringNamespace {
  /**
   * Compare retailers.
   * The last 24 hours for every retailer and store: success rate, time to place, failure reasons and orders that need review.
   *
   * `GET /operator/monitoring/retailers`
   * @param query - Filters and options: `world`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  compareRetailers(query: CompareRetailersInput, options?: CallOptions): ApiCall<CompareRetailersOutput>;

  /**
   * Get service metrics.
   * Queue, workers, database, mail and disk over time.
   *
   * `GET /operator/monitoring`
   * @param query - Filters and options: `span`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(query?: GetMonitoringInput, options?: CallOptions): ApiCall<GetMonitoringOutput>;
}

export interface OperatorOrdersNamespace {
  /**
   * Cancel any order.
   * Cancels a pending order and releases its hold. For a placed order, asks the store to cancel it, if the store supports this.
   *
   * `POST /operator/orders/{order_id}/cancel`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  cancel(orderId: string, body: NonNullable<CancelAnyOrderInput['body']>, options?: CallOptions): ApiCall<CancelAnyOrderOutput>;

  /**
   * Export orders from all accounts.
   * CSV, newest first. Takes the same filters as the list.
   *
   * `GET /operator/orders/export`
   * @param query - Filters and options: `world`, `account_id`, `status`, `late`, `retailer`, `search`, `from`, `before`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One row per entry.
   */
  export(query?: ExportAnyOrdersInput, options?: CallOptions): FileCall<ExportAnyOrdersOutput>;

  /**
   * Attach a document to an order.
   * An invoice, credit note or receipt as a PDF or image up to 5 MiB. The customer sees it.
   *
   * `POST /operator/orders/{order_id}/documents`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns An invoice, credit note or receipt for an order.
   */
  fileDocument(orderId: string, body: NonNullable<FileOrderDocumentInput['body']>, options?: CallOptions): ApiCall<FileOrderDocumentOutput>;

  /**
   * Get any order.
   * Includes its transactions, emails, webhooks, jobs, requests and audit log.
   *
   * `GET /operator/orders/{order_id}`
   * @param orderId - UUID of the order.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(orderId: string, options?: CallOptions): ApiCall<GetAnyOrderOutput>;

  /**
   * List orders from all accounts.
   * Newest first, one mode at a time.
   *
   * `GET /operator/orders`
   * @param query - Filters and options: `world`, `account_id`, `status`, `late`, `retailer`, `search`, `from`, `before`, `limit`, `after`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListAnyOrdersInput, options?: CallOptions): ApiCall<ListAnyOrdersOutput>;

  /**
   * Message the customer about an order.
   * Adds a message to the order's case and emails it. Opens the case if there is none, and reopens a closed one.
   *
   * `POST /operator/orders/{order_id}/message`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  messageCustomer(orderId: string, body: NonNullable<MessageCustomerInput['body']>, options?: CallOptions): ApiCall<MessageCustomerOutput>;

  /**
   * Refund an order.
   * Refunds the amount to the customer's wallet or card, up to what was captured and has not been refunded yet. The customer gets an email and the `order.refunded` event. A later return or cancellation doesn't refund the same money again. Repeating the request with the same ID returns 200 and changes nothing.
   *
   * `POST /operator/orders/{order_id}/refund`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  refund(orderId: string, body: NonNullable<RefundOrderInput['body']>, options?: CallOptions): ApiCall<RefundOrderOutput>;

  /**
   * Retry any order now.
   * Starts a pending order's next attempt now. Retry a failed job with `decideJob`.
   *
   * `POST /operator/orders/{order_id}/retry`
   * @param orderId - UUID of the order.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  retry(orderId: string, body: NonNullable<RetryAnyOrderInput['body']>, options?: CallOptions): ApiCall<RetryAnyOrderOutput>;
}

export interface OperatorOverviewNamespace {
  /**
   * Get the operations overview.
   * System status and open tasks.
   *
   * `GET /operator/overview`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetOperatorOverviewOutput>;
}

export interface OperatorParcelsNamespace {
  /**
   * Get any package.
   * Includes its scans and its order.
   *
   * `GET /operator/parcels/{parcel_id}`
   * @param parcelId - UUID of the package.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(parcelId: string, options?: CallOptions): ApiCall<GetAnyParcelOutput>;
}

export interface OperatorPresenceNamespace {
  /**
   * List claimed objects.
   * Objects of one kind that operators have claimed.
   *
   * `GET /operator/presence/{kind}`
   * @param kind - Kind of object.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listClaims(kind: "case" | "order" | "desk" | "return" | "doubt" | "customer", options?: CallOptions): ApiCall<ListClaimsOutput>;

  /**
   * Report your presence.
   * Shows other operators that you are viewing or working on something, and returns who else is. Send it every 10 seconds; it expires after 30. A claim expires 15 minutes after its page was last open. It doesn't lock anything.
   *
   * `PUT /operator/presence/{kind}/{subject}`
   * @param kind - Kind of object.
   * @param subject - ID of the object.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  note(kind: "case" | "order" | "desk" | "return" | "doubt" | "customer", subject: string, body: NonNullable<NotePresenceInput['body']>, options?: CallOptions): ApiCall<NotePresenceOutput>;
}

export interface OperatorRetailersNamespace {
  /**
   * Get retailer statistics.
   * Success rate, time to place and failure reasons, by hour and by day.
   *
   * `GET /operator/retailers/{retailer}/statistics`
   * @param retailer - ID of the retailer, or domain of the store.
   * @param query - Filters and options: `world`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  getStatistics(retailer: string, query: Omit<GetRetailerStatisticsInput, 'retailer'>, options?: CallOptions): ApiCall<GetRetailerStatisticsOutput>;

  /**
   * List retailers in both modes.
   * Includes their connector, whether they are enabled, and orders from the last 24 hours.
   *
   * `GET /operator/retailers`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListAllRetailersOutput>;

  /**
   * Enable or disable a retailer.
   * A disabled retailer is not searched, new orders are rejected with `unsupported_retailer`, and accepted orders stay queued. Placed orders are still tracked, canceled and returned. Takes effect within a second.
   *
   * `PUT /operator/retailers/{retailer}`
   * @param retailer - ID of the retailer, or domain of the store.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  switch(retailer: string, body: NonNullable<SwitchRetailerInput['body']>, options?: CallOptions): ApiCall<SwitchRetailerOutput>;
}

export interface OperatorReturnsNamespace {
  /**
   * Export returns from all accounts.
   * CSV, newest first.
   *
   * `GET /operator/returns/export`
   * @param query - Filters and options: `status`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns One row per entry.
   */
  export(query?: ExportAllReturnsInput, options?: CallOptions): FileCall<ExportAllReturnsOutput>;

  /**
   * Get any return.
   * Returns what is known about it, and what a credit would add to the wallet.
   *
   * `GET /operator/returns/{return_request_id}`
   * @param returnRequestId - UUID of the return request.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(returnRequestId: string, options?: CallOptions): ApiCall<GetAnyReturnOutput>;

  /**
   * List returns from all accounts.
   * Newest first.
   *
   * `GET /operator/returns`
   * @param query - Filters and options: `limit`, `offset`, `status`, `refund`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(query?: ListAllReturnsInput, options?: CallOptions): ListCall<ListAllReturnsOutput, ListAllReturnsOutput['returns'][number]>;

  /**
   * Resolve a return.
   * Decides an open return in place of the retailer. `approved` creates labels if the store provides them; otherwise, `message` says so. `credited` adds `worth_cents` to the wallet.
   *
   * `POST /operator/returns/{return_request_id}/resolve`
   * @param returnRequestId - UUID of the return request.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  resolve(returnRequestId: string, body: NonNullable<ResolveReturnInput['body']>, options?: CallOptions): ApiCall<ResolveReturnOutput>;
}

export interface OperatorSearchNamespace {
  /**
   * Search everything.
   * Finds orders, packages, customers, keys and emails by ID, number, name or address.
   *
   * `GET /operator/search`
   * @param query - Filters and options: `q`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  query(query: SearchAsOperatorInput, options?: CallOptions): ApiCall<SearchAsOperatorOutput>;
}

export interface OperatorSecondFactorNamespace {
  /**
   * Get your second factor.
   * Whether it is set up, and until when this session can move real money.
   *
   * `GET /operator/second-factor`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetSecondFactorOutput>;

  /**
   * Verify a code.
   * For 10 minutes, this session can then move real money.
   *
   * `POST /operator/second-factor/verify`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  give(body: NonNullable<GiveSecondFactorInput['body']>, options?: CallOptions): ApiCall<GiveSecondFactorOutput>;

  /**
   * Set up your second factor.
   * The secret is shown in this response only. It becomes active once you verify a code.
   *
   * `POST /operator/second-factor`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns Created
   */
  start(options?: CallOptions): ApiCall<StartSecondFactorOutput>;
}

export interface OperatorSessionsNamespace {
  /**
   * End a session.
   * That browser has to sign in again. Other sessions of the person continue.
   *
   * `POST /operator/sessions/{session_id}/end`
   * @param sessionId - UUID of the session.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  end(sessionId: string, body: NonNullable<EndAnySessionInput['body']>, options?: CallOptions): ApiCall<EndAnySessionOutput>;
}

export interface OperatorSettingsCheckNamespace {
  /**
   * Check settings.
   * What is unsafe about the current settings, and how to fix it. The same list as `npm run admin -- doctor`.
   *
   * `GET /operator/settings-check`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<CheckSettingsOutput>;
}

export interface OperatorStoresNamespace {
  /**
   * Add a store.
   * All processes use it within a second. `automatic` requires `consent`. A currency that Errand doesn't know is rejected, and so is a host that another store already uses.
   *
   * `POST /operator/stores`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A store that Errand buys from.
   */
  add(body: NonNullable<AddStoreInput['body']>, options?: CallOptions): ApiCall<AddStoreOutput>;

  /**
   * Update a store.
   * Changes only the fields you send, or enables or disables it. `credentials` are replaced as a whole, `limits` are merged.
   *
   * `PATCH /operator/stores/{name}`
   * @param name - Name of the store: its ID in the API, or a brand of the catalog.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A store that Errand buys from.
   */
  change(name: string, body: NonNullable<ChangeStoreInput['body']>, options?: CallOptions): ApiCall<ChangeStoreOutput>;

  /**
   * Check a store.
   * Runs a search, fills a cart, reads the total and empties the cart again. Buys nothing. Each step shows what worked.
   *
   * `POST /operator/stores/{name}/check`
   * @param name - Name of the store: its ID in the API, or a brand of the catalog.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  check(name: string, body?: NonNullable<CheckStoreInput['body']>, options?: CallOptions): ApiCall<CheckStoreOutput>;

  /**
   * Get a store.
   * Returns its settings and health. Credentials are never shown.
   *
   * `GET /operator/stores/{name}`
   * @param name - Name of the store: its ID in the API, or a brand of the catalog.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns A store that Errand buys from.
   */
  get(name: string, options?: CallOptions): ApiCall<GetStoreOutput>;

  /**
   * List a store's nightly checks.
   * Errand checks every browser store each night, up to the last page before the buy button. Shows which locators of the recipe no longer match.
   *
   * `GET /operator/stores/{name}/walks`
   * @param name - Name of the store: its ID in the API, or a brand of the catalog.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listWalks(name: string, options?: CallOptions): ApiCall<ListStoreWalksOutput>;

  /**
   * List stores.
   * Every configured store with its health.
   *
   * `GET /operator/stores`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListStoresOutput>;

  /**
   * Probe a store.
   * Detects the kind of store at a URL and what you still have to provide. Changes nothing. `kind` is null if the URL did not respond (`reachable: false`) or has no API that Errand supports; `missing` says what to do.
   *
   * `POST /operator/stores/probe`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  probe(body: NonNullable<ProbeStoreInput['body']>, options?: CallOptions): ApiCall<ProbeStoreOutput>;

  /**
   * Remove a store.
   * Deletes its secrets too. While it has orders in progress, you can only disable it. Placed orders are no longer tracked.
   *
   * `DELETE /operator/stores/{name}`
   * @param name - Name of the store: its ID in the API, or a brand of the catalog.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  remove(name: string, options?: CallOptions): ApiCall<RemoveStoreOutput>;
}

export interface OperatorTodayNamespace {
  /**
   * List open tasks.
   * Orders, cases, returns, charges, alerts, jobs, endpoints and recipes that need attention, longest waiting first.
   *
   * `GET /operator/today`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  get(options?: CallOptions): ApiCall<GetTodayOutput>;
}

export interface OperatorVisitsNamespace {
  /**
   * Control a browser.
   * Clicks, types or scrolls in a page that you took over, in order. Then complete the order's action (`POST /orders/{order_id}/actions/{action_id}`), and the purchase continues.
   *
   * `POST /operator/visits/{visit_id}/input`
   * @param visitId - UUID of the open browser.
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  act(visitId: string, body: NonNullable<ActInVisitInput['body']>, options?: CallOptions): ApiCall<ActInVisitOutput>;

  /**
   * List open browsers.
   * What browsers are doing on stores' sites now.
   *
   * `GET /operator/visits`
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  list(options?: CallOptions): ApiCall<ListVisitsOutput>;

  /**
   * Take over a browser.
   * For a captcha or 3-D Secure. One operator controls the page at a time, until 2 minutes after their last input. Only they can use the token. Recorded in the audit log.
   *
   * `POST /operator/visits/{visit_id}/take-over`
   * @param visitId - UUID of the open browser.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  takeOver(visitId: string, options?: CallOptions): ApiCall<TakeOverVisitOutput>;

  /**
   * Watch a browser.
   * Returns a screenshot with secrets hidden. There is a new one about once per second, or several times per second while someone has taken over. Returns 404 before the first one and after the browser closes.
   *
   * `GET /operator/visits/{visit_id}/picture`
   * @param visitId - UUID of the open browser.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   * @returns The page.
   */
  watch(visitId: string, options?: CallOptions): FileCall<WatchVisitOutput>;
}

export interface OperatorWalletCreditsNamespace {
  /**
   * Credit a wallet.
   * Adds money to a customer's wallet. Repeating the request with the same ID changes nothing. Live money needs a second factor.
   *
   * `POST /operator/wallet-credits`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  create(body: NonNullable<CreditWalletInput['body']>, options?: CallOptions): ApiCall<CreditWalletOutput>;
}

export interface OperatorWalletDebitsNamespace {
  /**
   * Debit a wallet.
   * Takes money from a customer's wallet, up to what is available. Repeating the request with the same ID changes nothing. Live money needs a second factor.
   *
   * `POST /operator/wallet-debits`
   * @param body - The request body.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  create(body: NonNullable<DebitWalletInput['body']>, options?: CallOptions): ApiCall<DebitWalletOutput>;
}

export interface OperatorWebhooksNamespace {
  /**
   * List failing webhook endpoints.
   * Worst first. Includes endpoints whose deliveries failed permanently in the last 24 hours, with no success since.
   *
   * `GET /operator/webhooks/failing`
   * @param query - Filters and options: `limit`, `offset`.
   * @param options - Headers, timeout, retries and idempotency key of this call.
   */
  listFailingReceivers(query?: ListFailingWebhookReceiversInput, options?: CallOptions): ListCall<ListFailingWebhookReceiversOutput, ListFailingWebhookReceiversOutput['receivers'][number]>;
}

export interface OperatorNamespaces {
  /** Methods: `listQuestions`. */
  actions: OperatorActionsNamespace;
  /** Methods: `addChannel`, `addRule`, `changeRule`, `list`, `removeChannel`, `removeRule`. */
  alerts: OperatorAlertsNamespace;
  /** Methods: `exportActions`, `listActions`. */
  audit: OperatorAuditNamespace;
  /** Methods: `create`, `list`. */
  backups: OperatorBackupsNamespace;
  /** Methods: `addAttachment`, `get`, `getAttachment`, `list`, `refund`, `reply`. */
  cases: OperatorCasesNamespace;
  /** Methods: `listOpen`. */
  charges: OperatorChargesNamespace;
  /** Methods: `export`, `get`, `list`, `signOut`. */
  customers: OperatorCustomersNamespace;
  /** Methods: `addParcel`, `addReceipt`, `callOffPurchase`, `failTask`, `getReceipt`, `getTask`, `handBackTask`, `listPurchases`, `listTasks`, `recordPurchase`, `takeTask`. */
  desk: OperatorDeskNamespace;
  /** Methods: `decide`, `list`. */
  doubts: OperatorDoubtsNamespace;
  /** Methods: `getPicture`, `list`. */
  films: OperatorFilmsNamespace;
  /** Methods: `list`, `open`, `update`. */
  incidents: OperatorIncidentsNamespace;
  /** Methods: `decide`. */
  jobs: OperatorJobsNamespace;
  /** Methods: `freeze`, `get`, `limit`. */
  keys: OperatorKeysNamespace;
  /** Methods: `get`. */
  mails: OperatorMailsNamespace;
  /** Methods: `export`, `list`. */
  money: OperatorMoneyNamespace;
  /** Methods: `compareRetailers`, `get`. */
  monitoring: OperatorMonitoringNamespace;
  /** Methods: `cancel`, `export`, `fileDocument`, `get`, `list`, `messageCustomer`, `refund`, `retry`. */
  orders: OperatorOrdersNamespace;
  /** Methods: `get`. */
  overview: OperatorOverviewNamespace;
  /** Methods: `get`. */
  parcels: OperatorParcelsNamespace;
  /** Methods: `listClaims`, `note`. */
  presence: OperatorPresenceNamespace;
  /** Methods: `getStatistics`, `list`, `switch`. */
  retailers: OperatorRetailersNamespace;
  /** Methods: `export`, `get`, `list`, `resolve`. */
  returns: OperatorReturnsNamespace;
  /** Methods: `query`. */
  search: OperatorSearchNamespace;
  /** Methods: `get`, `give`, `start`. */
  secondFactor: OperatorSecondFactorNamespace;
  /** Methods: `end`. */
  sessions: OperatorSessionsNamespace;
  /** Methods: `get`. */
  settingsCheck: OperatorSettingsCheckNamespace;
  /** Methods: `add`, `change`, `check`, `get`, `listWalks`, `list`, `probe`, `remove`. */
  stores: OperatorStoresNamespace;
  /** Methods: `get`. */
  today: OperatorTodayNamespace;
  /** Methods: `act`, `list`, `takeOver`, `watch`. */
  visits: OperatorVisitsNamespace;
  /** Methods: `create`. */
  walletCredits: OperatorWalletCreditsNamespace;
  /** Methods: `create`. */
  walletDebits: OperatorWalletDebitsNamespace;
  /** Methods: `listFailingReceivers`. */
  webhooks: OperatorWebhooksNamespace;
}

