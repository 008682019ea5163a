/**
 * The tables as the migrations make them. Written by "npm run tables"; "npm test" fails when the two differ.
 * JSON columns are unknown here: the slice that owns the table says what they hold.
 */
export interface Tables {
  account_activity: {
    id: number;
    account_id: string;
    world: 'test' | 'live';
    at: Date;
    person_id: string | null;
    person: string | null;
    action: string;
    subject_id: string | null;
    details: unknown;
    outcome: 'unknown' | 'done';
  };
  account_codes: {
    id: string;
    managed_account_id: string;
    kind: 'code' | 'confirmation';
    sealed: Buffer;
    received_at: Date;
    expires_at: Date;
  };
  account_events: {
    id: number;
    managed_account_id: string;
    type: string;
    detail: unknown;
    code_id: string | null;
    occurred_at: Date;
  };
  account_invitations: {
    id: string;
    account_id: string;
    email: string;
    role: 'owner' | 'buyer' | 'viewer';
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    expires_at: Date;
  };
  account_line: {
    id: number;
    line: string;
    subject_id: string;
    is_urgent: boolean;
    queued_at: Date;
    give_up_at: Date | null;
    wake_kind: string;
    wake_payload: unknown;
    lease_id: string | null;
  };
  account_members: {
    account_id: string;
    person_id: string;
    role: 'owner' | 'buyer' | 'viewer';
    created_at: Date;
  };
  accounts: {
    id: string;
    email: string | null;
    created_at: Date;
    deleted_at: Date | null;
    erased_at: Date | null;
    is_handed_over: boolean;
  };
  agent_credits: {
    id: string;
    payment_id: string;
    account_id: string;
    world: 'test' | 'live';
    secret_hash: Buffer;
    amount_cents: number;
    created_at: Date;
    expires_at: Date;
    closed_at: Date | null;
  };
  agent_payments: {
    id: string;
    challenge_id: string;
    method: string;
    world: 'test' | 'live';
    amount_cents: number;
    status: 'claimed' | 'settled' | 'abandoned' | 'declined';
    proof: Buffer | null;
    reference: string | null;
    idempotency_key: string | null;
    answer: string | null;
    order_key: Buffer | null;
    account_id: string | null;
    order_id: string | null;
    claimed_at: Date;
    settled_at: Date | null;
    looks: number;
    looked_at: Date | null;
    last_answer: string | null;
  };
  agent_refunds: {
    id: string;
    payment_id: string;
    amount_cents: number;
    status: 'pending' | 'completed';
    reference: string | null;
    created_at: Date;
    completed_at: Date | null;
    attempt: number;
    last_answer: string | null;
  };
  agent_secrets: {
    name: string;
    sealed: Buffer;
  };
  alert_channels: {
    id: string;
    kind: 'mail' | 'webhook';
    target: string;
    created_at: Date;
    created_by: string;
  };
  alert_rules: {
    id: string;
    title: string;
    reading: string;
    fires_when: 'above' | 'below';
    threshold: number;
    clears_at: number;
    for_seconds: number;
    is_enabled: boolean;
    breached_since: Date | null;
    updated_at: Date;
    updated_by: string | null;
  };
  alerts: {
    id: string;
    rule_id: string;
    title: string;
    value: number;
    detail: string;
    fired_at: Date;
    resolved_at: Date | null;
  };
  answer_packing: {
    is_only: boolean;
    begins_at: Date;
    events_begin_at: Date;
  };
  api_keys: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    hash: Buffer;
    label: string;
    hint: string;
    idle_days: number | null;
    order_id: string | null;
    spend_per_day_cents: number | null;
    spend_per_order_cents: number | null;
    allowed_retailers: string[] | null;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
    is_web: boolean;
    scopes: string[];
    expires_at: Date | null;
    allowed_addresses: string[] | null;
    allowed_origins: string[] | null;
    frozen_at: Date | null;
    created_by: string | null;
  };
  arrivals: {
    order_id: string;
    account_id: string;
    world: 'test' | 'live';
    delivery: 'on_the_way' | 'undeliverable' | null;
    late_since: Date | null;
  };
  audit_links: {
    position: number;
    entry_id: number;
    hash: Buffer;
  };
  audit_log: {
    id: number;
    at: Date;
    operator: string;
    action: string;
    subject_type: string;
    subject_id: string;
    before: unknown;
    after: unknown;
    note: string | null;
  };
  backups: {
    id: string;
    requested_at: Date;
    requested_by: string | null;
    status: 'requested' | 'running' | 'done' | 'failed';
    finished_at: Date | null;
    taken_at: Date | null;
    name: string | null;
    bytes: number | null;
    row_count: number | null;
    file_count: number | null;
    key_count: number | null;
    error: string | null;
    verified_at: Date | null;
    verify_error: string | null;
  };
  bulk_batches: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    filename: string | null;
    row_count: number;
    columns: string[];
    notify_on_complete: boolean;
    notified_at: Date | null;
    created_at: Date;
    completed_at: Date | null;
    placed_count: number | null;
    failed_count: number | null;
    cancelled_count: number | null;
  };
  bulk_rows: {
    batch_id: string;
    row_index: number;
    order_id: string;
    recipient: string;
    product_urls: string[];
    cells: unknown;
    draft: unknown;
  };
  call_quotas: {
    quota: string;
    full_at: Date;
    interval_ms: number | null;
  };
  call_turns: {
    quota: string;
    holder: string;
    at: Date;
  };
  cancellations: {
    id: string;
    order_id: string;
    merchant_order_id: string;
    status: 'pending' | 'cancelled' | 'refused';
    message: string | null;
    request: unknown;
    created_at: Date;
    updated_at: Date;
  };
  card_payments: {
    order_id: string;
    account_id: string;
    world: 'test' | 'live';
    card_id: string;
    customer: string | null;
    amount_cents: number;
    state: 'authorizing' | 'authorized' | 'declined' | 'capturing' | 'captured' | 'refused' | 'releasing' | 'released';
    number: number;
    last_number: number;
    reference: string | null;
    expires_at: Date | null;
    is_accepted: boolean;
    captured_cents: number;
    refunded_cents: number;
    debt_cents: number;
    claimed_at: Date;
    settled_at: Date | null;
    closed_at: Date | null;
    note: string | null;
    looks: number;
    last_answer: string | null;
  };
  card_refunds: {
    id: string;
    order_id: string;
    amount_cents: number;
    created_at: Date;
  };
  card_setups: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    status: 'requires_action' | 'succeeded' | 'expired';
    session_id: string | null;
    url: string | null;
    return_url: string | null;
    card_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  case_attachments: {
    id: string;
    order_id: string;
    author: 'customer' | 'operator';
    name: string;
    content_type: 'application/pdf' | 'image/png' | 'image/jpeg';
    bytes: number;
    blob: string;
    created_at: Date;
  };
  case_messages: {
    id: number;
    order_id: string;
    author: 'customer' | 'operator' | 'service';
    type: string;
    message: string;
    created_at: Date;
    cause: string | null;
  };
  cases: {
    order_id: string;
    state: 'open' | 'closed';
    reason: string;
    opened_at: Date;
    updated_at: Date;
    account_id: string | null;
    world: string | null;
    told_message_id: number;
  };
  currency_transfers: {
    id: number;
    world: 'test' | 'live';
    account_id: string;
    currency: string;
    kind: 'fund' | 'hold' | 'release' | 'capture' | 'fee' | 'refund' | 'refund_fee' | 'credit' | 'debit';
    debit: string;
    credit: string;
    amount: number;
    us_cents: number | null;
    cause: 'order' | 'return' | 'operator' | 'payment' | 'sandbox' | 'batch' | 'cancellation';
    cause_id: string;
    note: string | null;
    created_at: Date;
  };
  currency_wallets: {
    account_id: string;
    world: 'test' | 'live';
    currency: string;
    available: number;
    held: number;
    created_at: Date;
  };
  customer_mails: {
    order_id: string;
    stage: 'placed' | 'shipped' | 'delivered' | 'cancelled';
    created_at: Date;
  };
  database_changes: {
    id: number;
    reason: string;
    orders_in_doubt: number;
    noticed_at: Date;
  };
  database_identity: {
    is_only: boolean;
    id: string;
    system_identifier: string;
    timeline: string;
    database_oid: number;
    written_by: string;
    noted_at: Date;
  };
  desk_receipts: {
    id: string;
    order_id: string;
    name: string;
    content_type: string;
    bytes: number;
    blob: string;
    uploaded_by: string;
    created_at: Date;
  };
  desk_tasks: {
    question_id: string;
    order_id: string;
    state: 'waiting' | 'taken' | 'bought' | 'failed';
    holder: string | null;
    lease: number;
    taken_at: Date | null;
    lease_until: Date | null;
    note: string | null;
    updated_at: Date;
  };
  device_codes: {
    id: string;
    device_code_hash: Buffer;
    user_code: string;
    name: string | null;
    source: string | null;
    sandbox_account_id: string | null;
    status: 'pending' | 'approved' | 'denied' | 'used';
    account_id: string | null;
    claimed_sandbox: boolean;
    polled_at: Date | null;
    created_at: Date;
    expires_at: Date;
    decided_by: string | null;
    scopes: string[];
  };
  events: {
    id: string;
    seq: number;
    account_id: string;
    world: 'test' | 'live';
    type: string;
    order_id: string | null;
    subject_kind: string;
    subject_id: string;
    body: string;
    cause: string;
    created_at: Date;
    packed: Buffer | null;
  };
  failed_order_mails: {
    account_id: string;
    world: 'test' | 'live';
    told_at: Date;
  };
  failed_order_notices: {
    order_id: string;
    created_at: Date;
  };
  idempotency_keys: {
    account_id: string;
    world: string;
    operation: string;
    key: string;
    body_hash: Buffer;
    status: number;
    answer: string;
    resource: string;
    resource_id: string;
    created_at: Date;
    packed: Buffer | null;
  };
  incident_updates: {
    id: string;
    incident_id: string;
    state: 'investigating' | 'identified' | 'monitoring' | 'resolved';
    text: string;
    at: Date;
  };
  incidents: {
    id: string;
    title: string;
    state: 'investigating' | 'identified' | 'monitoring' | 'resolved';
    components: string[];
    started_at: Date;
    resolved_at: Date | null;
  };
  jobs: {
    id: number;
    kind: string;
    payload: unknown;
    priority: number;
    run_at: Date;
    attempts: number;
    locked_until: Date | null;
    token: string | null;
    dedupe_key: string | null;
    rerun_at: Date | null;
    last_error: string | null;
    dead_at: Date | null;
    created_at: Date;
    clock_id: string | null;
    clock_at: Date | null;
  };
  kept_secrets: {
    name: string;
    sealed: Buffer;
  };
  key_groups: {
    key_id: string;
    account_id: string;
    name: string;
  };
  key_spend: {
    api_key_id: string;
    day: string;
    cents: number;
  };
  ledger_checkpoint: {
    only_one: boolean;
    summed_id: number;
    seen_id: number;
    seen_at: Date;
  };
  ledger_days: {
    account_id: string;
    world: string;
    day: string;
    change_cents: number;
    spent_cents: number;
    first_id: number;
    last_id: number;
  };
  ledger_sums: {
    account_id: string;
    world: string;
    available_cents: number;
    held_cents: number;
    reserved_cents: number;
    transfers: number;
  };
  ledger_transfers: {
    id: number;
    world: 'test' | 'live';
    account_id: string;
    kind: 'fund' | 'hold' | 'release' | 'capture' | 'fee' | 'refund' | 'refund_fee' | 'credit' | 'debit';
    debit: string;
    credit: string;
    amount_cents: number;
    cause: 'order' | 'return' | 'operator' | 'payment' | 'sandbox' | 'batch' | 'cancellation';
    cause_id: string;
    note: string | null;
    created_at: Date;
  };
  link_requests: {
    id: string;
    state_hash: Buffer;
    managed_account_id: string;
    account_id: string;
    world: 'test' | 'live';
    email: string;
    sealed: Buffer;
    expires_at: Date;
  };
  low_wallet_marks: {
    account_id: string;
    world: 'test' | 'live';
    person_id: string;
    is_armed: boolean;
  };
  managed_accounts: {
    id: string;
    account_id: string | null;
    world: 'test' | 'live';
    short_id: string;
    email: string;
    retailer: string | null;
    password_sealed: Buffer | null;
    totp_sealed: Buffer | null;
    config_sealed: Buffer | null;
    session_sealed: Buffer | null;
    totp_step: number | null;
    forwarding_verified_at: Date | null;
    is_paused: boolean;
    pause_reason: string | null;
    cooldown_minutes: number | null;
    last_used_at: Date | null;
    locked_by_job_id: string | null;
    locked_until: Date | null;
    lock_epoch: number;
    created_at: Date;
    updated_at: Date;
    linked_at: Date | null;
    test_clock: string | null;
  };
  mcp_approvals: {
    id: string;
    key_id: string;
    secret_hash: Buffer;
    digest: string;
    client_key: string | null;
    quote_id: string;
    max_price_cents: number;
    summary: unknown;
    state: 'open' | 'approved' | 'denied' | 'used';
    order_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  oauth_clients: {
    id: string;
    name: string;
    redirect_uris: string[];
    created_at: Date;
  };
  oauth_refresh_tokens: {
    hash: Buffer;
    key_id: string;
    client_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  oauth_requests: {
    id: string;
    client_id: string;
    redirect_uri: string;
    challenge: string;
    state: string | null;
    scopes: string[];
    status: 'pending' | 'approved' | 'denied' | 'used';
    account_id: string | null;
    world: 'test' | 'live' | null;
    code_hash: Buffer | null;
    key_id: string | null;
    created_at: Date;
    expires_at: Date;
    decided_by: string | null;
  };
  operator_presence: {
    subject: string;
    operator: string;
    seen_at: Date;
    claimed_at: Date | null;
  };
  order_documents: {
    id: string;
    order_id: string;
    kind: 'invoice' | 'credit_note' | 'receipt';
    name: string;
    content_type: string;
    bytes: number;
    blob: string;
    store_document_id: string | null;
    filed_by: string | null;
    created_at: Date;
  };
  order_items: {
    id: string;
    order_id: string;
    position: number;
    url: string;
    product_id: string;
    quantity: number;
    variant: unknown;
    condition_in: string[];
    condition_not_in: string[];
    status: 'pending' | 'processing' | 'ordered' | 'shipped' | 'delivered' | 'cancelled' | 'failed';
    unit_price_cents: number | null;
    error_type: string | null;
    cancellation_reason: string | null;
    created_at: Date;
    updated_at: Date;
    selection: unknown;
    cancelled_quantity: number;
    bought_quantity: number | null;
    refunded_quantity: number;
  };
  order_refunds: {
    id: string;
    order_id: string;
    amount_cents: number;
    created_at: Date;
    items: unknown;
  };
  order_secrets: {
    order_id: string;
    sealed: Buffer;
    created_at: Date;
  };
  orders: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    api_key_id: string | null;
    status: 'pending' | 'in_progress' | 'order_placed' | 'order_failed' | 'cancelled' | 'cancelled_by_retailer';
    retailer: string;
    max_price_cents: number;
    fee_cents: number;
    shipping_address: unknown;
    metadata: unknown;
    po_number: string | null;
    handling_days_max: number | null;
    is_gift: boolean;
    gift_message: string | null;
    customer_email: string | null;
    retailer_credentials_id: string | null;
    options: unknown;
    attempts: number;
    epoch: number;
    phase: 'intent' | 'submitting' | null;
    submitted_at: Date | null;
    checkout_handle: string | null;
    needs_review_at: Date | null;
    job_result: unknown;
    merchant_order_ids: string[];
    estimated_delivery: string | null;
    charged_cents: number | null;
    returns: unknown;
    created_at: Date;
    updated_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
    cancelled_at: Date | null;
    paid_by_client: boolean;
    legacy_request: unknown;
    waiting_for: 'account' | 'code' | 'retailer' | 'action' | 'policy' | 'hold' | 'retry' | null;
    managed_account_id: string | null;
    needs_account: boolean;
    payment: unknown;
    doubt: unknown;
    restored_at: Date | null;
    checkout_sealed: Buffer | null;
    purchase_note_sealed: Buffer | null;
    partly_refunded_cents: number;
    bought_by_desk: boolean;
    looks_first: boolean;
    is_desk_done: boolean;
    assumed_absent_at: Date | null;
    last_attempt: unknown;
    fulfillment: unknown;
    concessions: unknown;
    paid_by_card: boolean;
    exchange: unknown;
    tax_id: string | null;
    test_clock: string | null;
    delivery: 'on_the_way' | 'delivered' | 'undeliverable' | null;
    late_since: Date | null;
    failed_attempts: unknown;
    store: string | null;
    outcome: 'order_placed' | 'order_failed' | 'cancelled' | 'cancelled_by_retailer' | null;
    pressed_at: Date | null;
  };
  outcome_checkpoint: {
    only_one: boolean;
    counted_to: Date | null;
    recount_from: Date | null;
  };
  outcome_hours: {
    world: 'test' | 'live';
    retailer: string;
    hour: Date;
    outcome: 'placed' | 'failed';
    reason: string;
    bucket: number;
    orders: number;
    doubts: number;
  };
  outcome_minutes: {
    world: 'test' | 'live';
    retailer: string;
    minute: Date;
    outcome: 'placed' | 'failed';
    reason: string;
    bucket: number;
    orders: number;
    doubts: number;
  };
  partial_cancellations: {
    id: string;
    order_id: string;
    store_key: string;
    lines: unknown;
    refunded_cents: number;
    reason: string;
    created_at: Date;
  };
  payments: {
    id: string;
    world: 'test' | 'live';
    api_key_id: string;
    is_agent: boolean;
    status: 'requires_action' | 'authorized' | 'accepted' | 'expired' | 'failed';
    body: unknown;
    idempotency_key: string | null;
    digest: Buffer;
    products: unknown;
    ship_to_summary: string;
    client: string;
    max_price_cents: number;
    fee_cents: number;
    top_up_id: string | null;
    order_id: string | null;
    failure: string | null;
    created_at: Date;
    expires_at: Date;
  };
  people: {
    id: string;
    email: string;
    email_verified: boolean;
    created_at: Date;
    updated_at: Date;
    name: string | null;
    mails_off: string[];
    low_wallet_cents: number;
    mail_token: string;
  };
  people_factors: {
    id: string;
    sealed: Buffer;
    confirmed_at: Date | null;
    last_step: number;
    created_at: Date;
  };
  people_links: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
  };
  people_secrets: {
    name: string;
    sealed: Buffer;
  };
  people_sessions: {
    id: string;
    person_id: string;
    token: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    factor_at: Date | null;
    account_id: string | null;
  };
  policies: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    scope: 'account' | 'group' | 'key';
    subject: string;
    version: number;
    rules: unknown;
    is_frozen: boolean;
    updated_by: string;
    created_at: Date;
    updated_at: Date;
  };
  policy_alerts: {
    policy_id: string;
    rule: string;
    period_start: Date;
    percent: number;
    created_at: Date;
  };
  policy_chains: {
    account_id: string;
    world: string;
    length: number;
    hash: Buffer;
    epoch: number;
  };
  policy_decisions: {
    account_id: string;
    world: string;
    position: number;
    order_id: string;
    key_id: string | null;
    decision: 'allow' | 'approve' | 'deny';
    rule: string | null;
    inputs: string;
    created_at: Date;
    hash: Buffer;
  };
  policy_versions: {
    policy_id: string;
    version: number;
    account_id: string;
    world: string;
    scope: string;
    subject: string;
    rules: unknown;
    updated_by: string;
    created_at: Date;
  };
  product_answers: {
    world: 'test' | 'live';
    retailer: string;
    product_id: string;
    topic: 'details' | 'offers';
    answer: unknown;
    retrieved_at: Date | null;
    failure: string | null;
    failed_at: Date | null;
    fetching_until: Date | null;
    fetching_token: string | null;
  };
  product_titles: {
    world: 'test' | 'live';
    retailer: string;
    product_id: string;
    title: string;
    ordered_at: Date;
    image: string | null;
  };
  pulses: {
    process: string;
    beaten_at: Date;
  };
  questions: {
    id: string;
    order_id: string;
    kind: 'approve' | 'review' | 'choose_variant' | 'enter_code' | 'open_url' | 'buy';
    asked_of: 'customer' | 'operator';
    message: string;
    details: unknown;
    answer_schema: unknown;
    url: string | null;
    digest: string | null;
    state: 'open' | 'answered' | 'used' | 'expired' | 'closed';
    is_secret: boolean;
    answer: unknown;
    sealed_answer: Buffer | null;
    answered_by: string | null;
    sealed_resume: Buffer | null;
    asked_at: Date;
    expires_at: Date | null;
    answered_at: Date | null;
    ended_at: Date | null;
    shown_digest: string | null;
  };
  quotes: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    digest: string;
    total_cents: number;
    created_at: Date;
    expires_at: Date;
    cart: unknown;
    exchange: unknown;
    test_clock: string | null;
  };
  rate_buckets: {
    bucket: string;
    tokens: number;
    granted: number;
    updated_at: Date;
  };
  recipe_purchases: {
    reference: string;
    recipe: string;
    version: number;
    pressed_at: Date;
  };
  recipe_versions: {
    name: string;
    version: number;
    checksum: string;
    recipe: string;
    added_at: Date;
    proven_at: Date | null;
    failure: string | null;
  };
  request_log: {
    id: number;
    account_id: string;
    world: string;
    api_key_id: string;
    request_id: string;
    at: Date;
    method: string;
    route: string;
    path: string;
    query: string | null;
    status: number;
    ms: number;
    error_code: string | null;
    error_message: string | null;
    body: string | null;
    body_state: 'none' | 'whole' | 'masked' | 'cut' | 'too_large';
    stands_for: number;
    response: string | null;
    response_state: string | null;
    headers: unknown;
  };
  reserved_spend: {
    order_id: string;
    account_id: string;
    world: string;
    key_id: string | null;
    cents: number;
    created_at: Date;
  };
  restores: {
    id: number;
    noticed_at: Date;
    known_until: Date;
    last_event_seq: number;
  };
  retailer_switches: {
    world: 'test' | 'live';
    retailer: string;
    is_enabled: boolean;
    reason: string;
    switched_by: string;
    switched_at: Date;
  };
  retired_links: {
    id: string;
    world: 'test' | 'live';
    retailer: string;
    sealed: Buffer;
    created_at: Date;
  };
  return_labels: {
    id: string;
    return_id: string;
    position: number;
    carrier: string;
    tracking_number: string;
    blob: string;
    link_key: Buffer;
    created_at: Date;
  };
  return_requests: {
    id: string;
    order_id: string;
    account_id: string;
    world: 'test' | 'live';
    status: 'open' | 'approved' | 'denied' | 'credited';
    reason: string;
    notes: string | null;
    items: unknown;
    reason_code: string | null;
    method_code: string | null;
    explanation: string | null;
    return_address: unknown;
    client_request: unknown;
    filed_at: Date | null;
    merchant_return_id: string | null;
    return_by: string | null;
    resolution_notes: string | null;
    superseded_by: string | null;
    credited_cents: number | null;
    created_at: Date;
    updated_at: Date;
    resolved_at: Date | null;
    asked_at: Date | null;
    ordered_at: Date | null;
    expected_cents: number | null;
    is_paid_by_retailer: boolean;
    approved_at: Date | null;
    refund_problem: string | null;
  };
  sample_hours: {
    name: string;
    hour: Date;
    low: number;
    high: number;
    total: number;
    count: number;
  };
  samples: {
    name: string;
    at: Date;
    value: number;
  };
  sandbox_claims: {
    sandbox_account_id: string;
    account_id: string;
    claimed_by_email: string;
    orders_moved: number;
    keys_moved: number;
    claimed_at: Date;
  };
  sandbox_hold_switches: {
    account_id: string;
    since: Date;
  };
  sandbox_holds: {
    order_id: string;
    state: 'held' | 'running';
    changed_at: Date;
  };
  sandbox_mints: {
    day: string;
    bucket: string;
    count: number;
  };
  sandboxes: {
    account_id: string;
    claim_token_hash: Buffer;
    claimer_email: string | null;
    created_at: Date;
    claimed_at: Date | null;
  };
  saved_cards: {
    account_id: string;
    world: 'test' | 'live';
    id: string;
    customer: string | null;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    is_default: boolean;
    created_at: Date;
    removed_at: Date | null;
  };
  saved_views: {
    id: string;
    account_id: string;
    name: string;
    query: string;
    created_at: Date;
  };
  setting_signs: {
    name: string;
    seen_at: Date;
  };
  shipments: {
    id: string;
    order_id: string;
    position: number;
    carrier: string | null;
    tracking_number: string | null;
    status: 'pending' | 'in_transit' | 'delivered' | 'undeliverable';
    estimated_delivery_date: string | null;
    merchant_order_id: string | null;
    item_ids: string[];
    checkpoints: unknown;
    created_at: Date;
    updated_at: Date;
    parcel_id: string;
  };
  sim_accounts: {
    world: 'test' | 'live';
    retailer: string;
    account_id: string;
    failures: number;
    locked_until: Date | null;
    totp_step: number | null;
  };
  sim_carts: {
    id: string;
    reference: string;
    world: 'test' | 'live';
    retailer: string;
    state: 'open' | 'bought' | 'void';
    contents: unknown;
    created_at: Date;
  };
  sim_purchases: {
    id: string;
    cart_id: string;
    reference: string;
    world: 'test' | 'live';
    retailer: string;
    account: string | null;
    merchant_order_ids: string[];
    total_cents: number;
    contents: unknown;
    placed_at: Date;
    moves: unknown;
    cancelled_at: Date | null;
  };
  sim_returns: {
    world: 'test' | 'live';
    reference: string;
    purchase_reference: string;
    retailer: string;
    merchant_return_id: string;
    reason: string;
    lines: unknown;
    requested_at: Date;
    resolution: unknown;
  };
  sim_sessions: {
    id: string;
    world: 'test' | 'live';
    retailer: string;
    account_id: string;
    reference: string;
    started_at: Date;
    ended_at: Date | null;
    first_step: number;
    last_step: number;
  };
  store_films: {
    id: string;
    store: string;
    reference: string;
    purpose: string;
    started_at: Date;
    ended_at: Date;
    expires_at: Date;
    ending: string;
    steps: unknown;
    pictures: unknown;
    answers: unknown;
    recipe_version: number | null;
    missed_locators: unknown;
  };
  store_health: {
    store: string;
    failures: number;
    closed_until: Date | null;
    last_ok_at: Date | null;
    last_failure_at: Date | null;
    last_failure: string | null;
    search_ms: number | null;
  };
  store_hosts: {
    world: string;
    host: string;
    store: string;
  };
  store_slots: {
    store: string;
    slot: number;
    holder: string | null;
    held_until: Date | null;
  };
  store_tokens: {
    store: string;
    revision: number;
    token_sealed: Buffer | null;
    token_digest: Buffer | null;
    expires_at: Date | null;
    renewing_until: Date | null;
  };
  store_visits: {
    id: string;
    store: string;
    reference: string;
    purpose: string;
    started_at: Date;
    alive_at: Date;
    watched_until: Date | null;
    page_url: string;
    picture: Buffer | null;
    picture_at: Date | null;
    waits_for: string | null;
    taken_by: string | null;
    taken_until: Date | null;
    token_hash: Buffer | null;
    inputs: unknown;
  };
  store_walks: {
    id: string;
    store: string;
    started_at: Date;
    ended_at: Date | null;
    recipe_version: number | null;
    failures: unknown;
    missed_locators: unknown;
  };
  stores: {
    name: string;
    world: 'test' | 'live';
    kind: string;
    is_from_file: boolean;
    config: unknown;
    credentials_sealed: Buffer | null;
    own_account_id: string | null;
    revision: number;
    created_at: Date;
    updated_at: Date;
  };
  stray_payments: {
    id: string;
    method: string;
    world: 'test' | 'live';
    reference: string;
    named_id: string | null;
    account_id: string | null;
    amount_cents: number;
    reason: string;
    paid_at: Date;
    found_at: Date;
    closed_at: Date | null;
    note: string | null;
    currency: string;
  };
  test_clocks: {
    id: string;
    account_id: string;
    name: string | null;
    now_at: Date;
    set_at: Date;
    advance_to: Date | null;
    stops: number;
    created_at: Date;
  };
  top_up_refunds: {
    id: string;
    top_up_id: string;
    amount_cents: number;
    status: 'pending' | 'completed';
    attempt: number;
    reference: string | null;
    last_answer: string | null;
    created_at: Date;
    completed_at: Date | null;
  };
  top_up_reversals: {
    id: string;
    top_up_id: string;
    reference: string;
    kind: 'refund' | 'dispute';
    amount_cents: number;
    taken_cents: number;
    state: 'open' | 'final' | 'returned';
    created_at: Date;
  };
  top_ups: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    amount_cents: number;
    status: 'requires_action' | 'succeeded' | 'failed' | 'expired' | 'refunded';
    provider: 'stripe' | 'sandbox';
    session_id: string | null;
    payment_reference: string | null;
    pay_url: string | null;
    return_url: string | null;
    refunded_cents: number;
    arrives_at: Date | null;
    created_at: Date;
    expires_at: Date;
    paid_at: Date | null;
    looks: number;
    last_answer: string | null;
    currency: string;
  };
  ucp_checkouts: {
    id: string;
    api_key_id: string | null;
    state: 'open' | 'completing' | 'ordered' | 'canceled';
    revision: number;
    content: unknown;
    order_id: string | null;
    created_at: Date;
    expires_at: Date;
    agent: string | null;
    world: 'test' | 'live' | null;
  };
  usage_calls: {
    id: number;
    account_id: string;
    world: string;
    endpoint: string;
    at: Date;
    query: string | null;
    retailer: string | null;
    product_id: string | null;
    result_count: number | null;
  };
  usage_daily: {
    account_id: string;
    world: string;
    endpoint: string;
    day: string;
    total: number;
  };
  used_signatures: {
    id: Buffer;
    expires_at: Date;
  };
  wallets: {
    account_id: string;
    world: 'test' | 'live';
    available_cents: number;
    held_cents: number;
  };
  webhook_credentials: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    token: string;
    sealed: Buffer;
    created_at: Date;
  };
  webhook_deliveries: {
    id: string;
    seq: number;
    account_id: string;
    world: 'test' | 'live';
    event: string;
    subject_kind: string;
    subject_id: string;
    order_id: string | null;
    url: string;
    url_key: string;
    origin: string;
    receiver: string;
    body: string;
    cause: string | null;
    status: 'pending' | 'delivered' | 'failed' | 'stopped';
    attempts: number;
    failures: number;
    next_attempt_at: Date;
    is_replay: boolean;
    claim: string | null;
    response_status: number | null;
    response: string | null;
    error: string | null;
    created_at: Date;
    delivered_at: Date | null;
    ended_at: Date | null;
    endpoint_id: string | null;
    event_id: string | null;
    tries: unknown;
    test_clock: string | null;
    edited_from: string | null;
    edited_by: string | null;
  };
  webhook_endpoint_hours: {
    endpoint_id: string;
    hour: Date;
    attempts: number;
    succeeded: number;
    duration_ms_total: number;
    duration_ms_max: number;
  };
  webhook_endpoints: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    url: string;
    url_key: string;
    origin: string;
    receiver: string;
    events: string[] | null;
    description: string | null;
    is_active: boolean;
    is_single: boolean;
    created_at: Date;
    updated_at: Date;
  };
  webhook_outages: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    url: string;
    url_key: string;
    started_at: Date;
    is_stopped: boolean;
    ended_at: Date | null;
    mailed_as: 'failing' | 'stopped' | 'recovered' | null;
    mailed_at: Date | null;
  };
  webhook_secrets: {
    id: string;
    account_id: string;
    world: 'test' | 'live';
    sealed: Buffer;
    created_at: Date;
    ends_at: Date | null;
    endpoint_id: string;
  };
  webhook_stops: {
    account_id: string;
    world: 'test' | 'live';
    url_key: string;
    stopped_at: Date;
  };
}

/** Some columns of a table, as a statement that selects them returns them. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = Pick<
  Tables[Table],
  Column
>;

/** The same inside a JSON aggregate, where a time is text. */
export type JsonRow<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = {
  [Name in Column]: Tables[Table][Name] extends Date | null
    ? string | Exclude<Tables[Table][Name], Date>
    : Tables[Table][Name];
};
