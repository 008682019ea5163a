/** What the operator's command line knows. */
export const usage = `Usage: npm run admin -- <command>

Whatever a command changes is in the audit log of the operator console, as done by "command line".

  doctor [--json]
      Lists what is unsafe about the current settings, and what to do. Run it with the settings of the service. Ends with 1 if something is
      unsafe where real money can move.
  keys create --email <address> [--world live|test] [--label <text>]
              [--per-day <cents>] [--per-order <cents>] [--retailers <id,id>]
              [--scopes read,order,manage,policies] [--expires <date or time>] [--addresses <address or CIDR,…>]
      Creates an API key for the account of this address (made when there is none) and shows it once.
      A test key's account starts with play money.
  keys list --email <address>
      The keys of an account, without the keys themselves.
  keys revoke --email <address> --id <key id>
      Revokes a key. Running processes refuse it within a second.
  wallet credit --email <address> --cents <amount> --note <reason> [--world live|test] [--id <uuid>]
      Puts money on the account's wallet. The same --id again credits nothing.
  returns resolve --id <return id> --outcome approved|denied|credited [--cents <refund>] [--note <resolution notes>]
      Decides an open return, or credits or denies an approved one. An approval makes no label here; credited adds
      the money to the wallet, or --cents of it.
  cases reply --id <order id> --note <message> [--close]
      Answers the case of an order, and closes it with --close.
  orders review
      Lists the orders whose outcome nobody could find out; they wait for your decision.
  orders decide --id <order id> --outcome bought --cents <total> --merchant-order <number> [--note <what you saw>]
  orders decide --id <order id> --outcome not-bought [--note <what you saw>]
      Settles such an order after you looked into the retailer's own order history.
  accounts add --email <address> [--retailer <id>] [--world live|test]
      Adds an account of the service's own, for orders that name none. Reads {"password", "totp_secret"} as JSON from
      standard input, so that no secret is seen in the list of processes.
  accounts list
      The service's own accounts, without secrets.
  stores list
      The configured stores and how they do.
  stores add <file>
      Adds the store that a JSON file describes, as one entry of a stores file. Secrets can be "env:NAME" or "file:PATH".
  stores check <name>
      Searches, fills a cart, reads the total and empties it. Buys nothing; says step by step what worked.
  stores remove <name>
      Removes a store with its secrets. While orders are under way there it can only be switched off.
  stores apply <file>
      Makes the stores what the file says: {"stores": […]}. One that is gone from the file is switched off.
  operators reset --email <address>
      Lets an operator whose authenticator is lost set up another.
  mail list
      Without SMTP_URL: the newest kept mail, with sign-in links, and the link to the local mailbox.
  database migrate
      Brings the tables to this version and grants what the service needs, and ends. Processes do the same when they start.
  secrets rotate
      Locks every secret with the newest key of MASTER_KEYS, beside the running service. Run it again if it was broken off.
  restored [--since <time of the backup>]
      Says that this database is an older copy, where the service cannot see that by itself. Every open order is looked up at its
      store before it is bought, and payments since then (30 days, unless told) are looked up at Stripe.
  stores reconcile [--since <date>] [--json]
      For each store: purchases that no order explains, orders whose outcome is not known, and what could not be listed and why.
      Since the last restore, or of the last 30 days, unless told. Works while the service is stopped. Ends with 1 if there is any.
  storage
      What takes how much of the database: tables, indexes, bytes an order, and large indexes that nothing uses.
  ledger audit
      Compares every wallet with its ledger, and lists charges that are not final. Says "sound", or what does not add up.
  audit verify [--heads <file>]
      Verifies the chains of policy decisions and of the operators' audit log, and compares them with exported heads: AUDIT_HEADS_FILE, or
      the heads file or log that you name. Says "sound", or what was changed, truncated or re-created; then it ends with 1.
  policy agents [<file>|none] [--world live|test]
      The policy for all orders that are paid per request, with no account behind them (docs/interface/policies.md): shows it with
      what is left, writes what a JSON file says, or takes it away. What it denies is refused before anything is charged.
  alerts list
      The rules by which operators are called, and which of them fire.
  alerts set --id <rule> [--threshold <number>] [--clears-at <number>] [--for <seconds>] [--switch on|off]
      Changes the bounds of a rule, or switches it.
  charges list
      Charges and refunds that are not final at their payment provider, and payments that nothing in the database explains.
  charges close --id <id> --note <text>
      Takes a payment off that list that nothing in the database explains, once you refunded it or found what it paid for.
`;
