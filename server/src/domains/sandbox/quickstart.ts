import type { TestProduct } from '../../connectors/simulator/index.ts';

/** Complete enough for an agent that reads nothing else. */
export function createQuickstart(publicUrl: string, products: readonly TestProduct[]): string {
  const rows = products.map(
    ({ url, scenario, name, isSynchronousError }) =>
      `| ${scenario} | ${name} | ${isSynchronousError ? 'refused at once' : 'in the background'} | ${url} |`,
  );
  return `# Errand sandbox quickstart

Errand buys things from online retailers over one HTTP API. The sandbox is the same API with simulated stores and play
money: nothing real is bought. Base address: ${publicUrl}

## 1. Mint a key (no account, no log-in)

    curl -s -X POST ${publicUrl}/sandbox/keys

Keep \`api_key\` (it starts with \`svc_test_\` and is shown once) and give \`claim_url\` to the person you work for. Send the
key with every call:

    export KEY=svc_test_...
    curl -s ${publicUrl}/wallet -H "Authorization: Bearer $KEY"

The wallet starts with 1,000,000 cents. The key expires after 7 idle days. Minting is capped per day: on a 429, reuse the
key you have or wait until \`X-RateLimit-Reset\`.

## 2. Search

    curl -s "${publicUrl}/search?q=headphones" -H "Authorization: Bearer $KEY"
    curl -s "${publicUrl}/products/search?query=headphones&retailer=walmart" -H "Authorization: Bearer $KEY"
    curl -s "${publicUrl}/products/{product_id}?retailer=walmart" -H "Authorization: Bearer $KEY"
    curl -s "${publicUrl}/products/{product_id}/offers?retailer=walmart" -H "Authorization: Bearer $KEY"

Every result's \`url\` can be ordered. \`GET ${publicUrl}/retailers\` lists the 23 retailers; prices are whole cents (USD).

## 3. Buy

    curl -s -X POST ${publicUrl}/orders -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" -H "Idempotency-Key: my-first-order" -d '{
        "products": [{"url": "${publicUrl}/shop/products/test-success", "quantity": 1}],
        "shipping_address": {"first_name": "Jane", "last_name": "Doe", "address_line1": "1 Market St",
          "city": "San Francisco", "state": "CA", "postal_code": "94105", "country": "US", "phone_number": "+14155550123"},
        "max_price": 5000
      }'

Answer: 201 with the order, \`status: "pending"\`. \`max_price\` (cents, tax and shipping included) is held on the wallet;
when the order is placed, what the retailer charged is captured and the rest comes back. All products of an order must be
of one retailer. Addresses: US, DE, IT. For a product with variants add \`"variant": [{"label": "Color", "value": "Black"}]\` to it, as its
details list them. Send an \`Idempotency-Key\`: the same key and body never buys twice and answers with
\`Idempotent-Replayed: true\`; the same key with another body is a 409.

## 4. Watch it arrive

    curl -s ${publicUrl}/orders/{id} -H "Authorization: Bearer $KEY"
    curl -s ${publicUrl}/orders/{id}/timeline -H "Authorization: Bearer $KEY"
    curl -s ${publicUrl}/track/{id}        # no key: the id is the key; in a browser it is a page

Order status: pending → in_progress → order_placed or order_failed (then \`job_result.error_type\` says why). A pending order can be
cancelled with \`POST /orders/{id}/cancel\` (204); later that is a 409. In the sandbox an order stays pending for about a second, is
placed after about 2 s, has tracking by 5 s and is delivered by 15 s. To move it by hand:

    curl -s -X POST ${publicUrl}/sandbox/orders/{id}/advance -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" -d '{"to": "delivered"}'   # in_transit, delivered, undeliverable, cancelled_by_retailer

## 5. Send something back

    curl -s -X POST ${publicUrl}/returns -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
      -d '{"order_id": "...", "items": [{"order_item_id": "...", "quantity": 1}], "reason": "wrong_size"}'
    curl -s ${publicUrl}/returns/{id} -H "Authorization: Bearer $KEY"

\`order_item_id\` is the \`id\` of one of the order's \`items\`. About 2 s later the return is approved (\`label_urls\` hold PDF labels,
each link lasts 7 days), denied, or credited (money on the wallet), depending on its reason. \`"reason": "other"\` stays open until
you decide it:

    curl -s -X POST ${publicUrl}/sandbox/returns/{id}/resolve -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" -d '{"status": "credited"}'   # approved, denied, credited

## 6. More than one order, and more than orders

- **Many orders at once:** \`POST /orders/bulk/validate\` checks \`{"rows": [{"product_url", "quantity", "name", "address1", "city", "state", "zip",
  "phone", "max_price"}]}\` and writes nothing; \`POST /orders/bulk\` places the same rows, all or none. \`GET /orders/bulk/{id}\` follows them.
  From a CSV file: \`npm run errand -- bulk validate orders.csv\`, or the Bulk page of the dashboard.
- **The retailer account to buy with:** \`POST /managed-accounts {"email", "password", "totp_secret", "retailer"}\`, then \`retailer_credentials_id\` in an
  order. Passwords never come back. Without one, the service's own accounts are used.
- **Something is wrong:** \`POST /orders/{id}/case {"message": "...", "reason": "nondelivery.damaged"}\` talks to a person; \`GET\` reads the answers.
- **The earlier API** (\`/v1\`, key as the user name of Basic authentication) takes its own bodies and sends webhooks to the URLs in an order's
  \`webhooks\`, signed as Standard Webhooks with the secret of \`GET /webhooks/secret\`; \`GET /webhooks/deliveries\` is their log.

## 7. Test products

Order one of these to see a scenario (\`GET /orders/test-products\` lists them too):

| scenario | what it is | when | url |
|---|---|---|---|
${rows.join('\n')}

## 8. Without any key: pay with the request

Agent mode needs no key. Every \`/agent\` call answers 402 with a \`WWW-Authenticate: Payment\` challenge; send the same request
again with \`Authorization: Payment <base64url of {"challenge": <the parameters as received>, "payload": {...}}>\`. In the
sandbox the payload is \`{"token": "sandbox_ok"}\` (play money):

    curl -s -i -X POST "${publicUrl}/agent/search?q=headphones"      # 402: 0.01 USD, and the challenge
    curl -s -i -X POST ${publicUrl}/agent/orders                     # 402: max_price plus 1 USD

- \`POST /agent/search?q=\`, \`/agent/products/search?query=&retailer=\`, \`/agent/products/details?product_id=&retailer=\` and
  \`/agent/products/offers?product_id=&retailer=\` (amazon, walmart) cost 0.01 USD each.
- \`POST /agent/orders\` takes the body of \`POST /orders\` and costs max_price + 1 USD; what is not used goes back, everything if
  the order fails or is cancelled. The answer's \`X-Api-Key\` reads and cancels that one order, and shows its \`payment\`.
- A challenge is good for one use within 5 minutes, for this URL and body only. Send an \`Idempotency-Key\` with the payment: if the
  answer is lost, the same credential with the same key gets it again.

## 9. For agents: MCP, policies, questions

- **MCP:** \`${publicUrl}/mcp\` has all of this as tools (Streamable HTTP; the key as \`Authorization: Bearer\`). \`errand mcp\` is the same on standard
  input and output. \`place_order\` quotes and asks your person before it buys, unless a policy decides. Hosts that let people sign in connect
  to \`${publicUrl}/mcp?sign_in\`. All about it: ${publicUrl}/docs/interface/mcp.md
- **Know the price first:** \`POST /orders/quote\` takes an order's body and buys nothing; send its \`quote_id\` with the order.
- **Limits that hold:** a person writes what a key may spend (\`PUT /keys/{id}/policy\`); \`GET /policy\` shows what is left,
  \`POST /policy/simulate\` what would be decided. 403 \`policy_denied\` names the rule. No key can change a policy that binds it.
- **Questions:** an order that needs a person has \`next_action\`: show its \`message\` or \`url\`, then
  \`POST /orders/{id}/actions/{action_id} {"answer": ...}\`. Approvals are answered by a signed-in person only.
- **Waiting:** \`GET /orders/{id}?wait_seconds=25&since=<updated_at>\` answers when something changed. \`next_step\` says what to do, on orders and errors.

## Errors

- 422: \`{"detail": [{"loc", "msg", "type"}], "retryable", "next_step", "docs"}\`, all problems of the request at once.
- Everything else: \`{"error": {"code", "message", "details", "retryable", "next_step", "docs"}}\`: do what \`next_step\` says; \`docs\` is the page
  about the code. 401 \`unauthorized\` (check the key), 402 \`insufficient_funds\`,
  404 \`not_found\`, 409 conflicts, 429 \`rate_limit_exceeded\` (wait \`Retry-After\` seconds), 503 \`service_unavailable\` (try again).
- Every answer carries \`X-Request-Id\`; quote it when you ask for help.

## Going on

- Is the sandbox claimed? \`GET ${publicUrl}/sandbox/status\`. What did I use? \`GET ${publicUrl}/usage\`.
- Reference: ${publicUrl}/docs, machine-readable: ${publicUrl}/openapi.json. How everything behaves, in one file: ${publicUrl}/llms-full.txt
`;
}
