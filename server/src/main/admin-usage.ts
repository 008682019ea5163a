export const usage = `Usage: errand admin <command>, or npm run admin -- <command>

Every change is recorded in the audit log as "command line".

  doctor [--json]
      List unsafe settings and how to fix them. Run it with the service's settings. Exits with 1 if something is
      unsafe and real money can move.
  keys create --email <address> [--world live|test] [--label <text>]
              [--per-day <cents>] [--per-order <cents>] [--retailers <id,id>]
              [--scopes read,order,manage,policies] [--expires <date or time>] [--addresses <address or CIDR,…>]
      Create an API key for the account with this email and show it once. Creates the account if there is none.
      The account of a test key starts with test money.
  keys list --email <address>
      List the keys of an account, without the secrets.
  keys revoke --email <address> --id <key id>
      Revoke a key. Running processes reject it within a second.
  wallet credit --email <address> --cents <amount> --note <reason> [--world live|test] [--id <uuid>]
      Add money to a wallet. A retry with the same --id has no effect.
  returns resolve --id <return id> --outcome approved|denied|credited [--cents <refund>] [--note <resolution notes>]
      Resolve an open return, or credit or deny an approved one. Approving here does not create a label. Credited adds the
      full amount to the wallet, or the amount in --cents.
  cases reply --id <order id> --note <message> [--close]
      Reply to an order's case. Use --close to close it.
  orders review
      List orders that need review: their outcome is unknown.
  orders decide --id <order id> --outcome bought --cents <total> --merchant-order <number> [--note <what you saw>]
  orders decide --id <order id> --outcome not-bought [--note <what you saw>]
      Resolve an order that needs review, after checking the store's order history.
  accounts add --email <address> [--retailer <id>] [--world live|test]
      Add a retailer account for orders that don't specify one. Reads {"password", "totp_secret"} as JSON from stdin, so that
      secrets do not show in the process list.
  accounts list
      List Errand's own retailer accounts, without secrets.
  stores list
      List the stores and their status.
  stores add <file>
      Add the store in a JSON file, written like an entry of a stores file. Secrets can be "env:NAME" or "file:PATH".
  stores check <name>
      Run a search, fill a cart, read the total and empty the cart. Buys nothing. Shows the result of each step.
  stores probe <address>
      Detect the kind of store at a URL and what you need to add it. Changes nothing.
  stores remove <name>
      Remove a store and its secrets. A store with orders in progress can only be disabled.
  stores apply <file>
      Apply a stores file: {"stores": […]}. Stores that are no longer in the file are disabled.
  recipes versions <name>
      List the versions of a recipe, newest first, and whether they passed the final check.
  recipes restore <name>@<version>
      Restore an earlier version of a recipe. It takes effect immediately.
  operators reset --email <address>
      Reset the second factor of an operator who lost the authenticator.
  mail list
      Without SMTP_URL: show the newest emails, with sign-in links, and the link to the local mailbox.
  database migrate
      Migrate the database and grant the permissions that the service needs. Processes also do this at startup.
  secrets rotate
      Re-encrypt all secrets with the newest key of MASTER_KEYS. The service can keep running. Safe to run again.
  restored [--since <time of the backup>]
      Mark this database as restored from an older copy, if Errand cannot detect it. Before placing
      open orders, Errand checks their stores for existing purchases. It also checks Stripe for payments since then
      (default: 30 days).
  stores reconcile [--since <date>] [--json]
      For each store: list purchases without an order, orders with an unknown outcome, and what could not be listed.
      Covers the time since the last restore (default: 30 days). Works while the service is stopped. Exits with 1 if
      there are findings.
  storage
      Show database usage: tables, indexes, bytes per order, and large unused indexes.
  ledger audit
      Compare every wallet with its ledger, and list unsettled charges. Prints "sound" or the problems.
  audit verify [--heads <file>]
      Verify the chains of policy decisions and of the audit log against exported heads: AUDIT_HEADS_FILE, or the file
      or log that you name. Prints "sound", or what was changed, truncated or re-created and exits with 1.
  policy agents [<file>|none] [--world live|test]
      Show the policy for orders without an account (docs/interface/policies.md) and what is left, replace it with a
      JSON file, or remove it. Orders that the policy denies are rejected before they are charged.
  alerts list
      List the alert rules and which of them are firing.
  alerts set --id <rule> [--threshold <number>] [--clears-at <number>] [--for <seconds>] [--switch on|off]
      Change the thresholds of a rule, or turn it on or off.
  charges list
      List unsettled charges and refunds, and payments without a matching order.
  charges close --id <id> --note <text>
      Close a payment without a matching order, after refunding it or finding what it paid for.
`;
