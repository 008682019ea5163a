import type { TestProduct } from '../../connectors/simulator/index.ts';

/** Complete enough for an agent that reads nothing else. */
export function createQuickstart(publicUrl: string, products: readonly TestProduct[]): string {
  const rows = products.map(
    ({ url, scenario, name, isSynchronousError }) =>
      `| ${scenario} | ${name} | ${isSynchronousError ? 'rejected immediately' : 'in the background'} | ${url} |`,
  );
  return `# Errand sandbox quickstart

Errand orders products from online stores over one HTTP API. The sandbox is the same API with simulated stores and test
money. Nothing real is bought. Base URL: ${publicUrl}

## 1. Create a key (no account needed)

    curl -s -X POST ${publicUrl}/sandbox/keys

Save \`api_key\` (it starts with \`svc_test_\` and is shown once) and give \`claim_url\` to your user. Send the
key with every request:

    export KEY=svc_test_...
    curl -s ${publicUrl}/wallet -H "Authorization: Bearer $KEY"

The wallet starts with $10,000.00 in test money. The key expires after 7 days of inactivity. The number of new keys per day is
limited: on a 429, reuse your key or wait until \`X-RateLimit-Reset\`.

## 2. Search

    curl -s "${publicUrl}/search?q=headphones" -H "Authorization: Bearer $KEY"
    curl -s "${publicUrl}/products/search?query=headphones&retailer=walmart" -H "Authorization: Bearer $KEY"
    curl -s "${publicUrl}/products/{product_id}?retailer=walmart" -H "Authorization: Bearer $KEY"
    curl -s "${publicUrl}/products/{product_id}/offers?retailer=walmart" -H "Authorization: Bearer $KEY"

You can order any \`url\` in the results. \`GET ${publicUrl}/retailers\` lists the 23 stores. Prices are in US cents.

## 3. Buy

    curl -s -X POST ${publicUrl}/orders -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" -H "Idempotency-Key: my-first-order" -d '{
        "products": [{"url": "${publicUrl}/shop/products/test-success", "quantity": 1}],
        "shipping_address": {"first_name": "Jane", "last_name": "Doe", "address_line1": "1 Market St",
          "city": "San Francisco", "state": "CA", "postal_code": "94105", "country": "US", "phone_number": "+14155550123"},
        "max_price": 5000
      }'

The response is 201 with the order, \`status: "pending"\`. \`max_price\` (in cents, including tax and shipping) is put on hold.
When the order is placed, the store's price is captured and the rest is released. All products in an order must be from one
store. Orders ship to US, DE and IT. For a product with variants, add \`"variant": [{"label": "Color", "value": "Black"}]\`, as listed in
its details. Send an \`Idempotency-Key\`: a retry with the same key and body never buys twice and returns
\`Idempotent-Replayed: true\`. The same key with a different body returns a 409.

## 4. Track the order

    curl -s ${publicUrl}/orders/{id} -H "Authorization: Bearer $KEY"
    curl -s ${publicUrl}/orders/{id}/timeline -H "Authorization: Bearer $KEY"
    curl -s ${publicUrl}/track/{id}        # no key needed; opens as a page in a browser

Order status: pending → in_progress → order_placed or order_failed (see \`job_result.error_type\`). You can cancel a pending
order with \`POST /orders/{id}/cancel\` (204). Once it is in progress, you get a 409. In the sandbox an order is pending for about a second, placed
after about 2 s, has tracking within 5 s and is delivered within 15 s. To advance it yourself:

    curl -s -X POST ${publicUrl}/sandbox/orders/{id}/advance -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" -d '{"to": "delivered"}'   # in_transit, late, delivered, undeliverable, cancelled_by_retailer

## 5. Return items

    curl -s -X POST ${publicUrl}/returns -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
      -d '{"order_id": "...", "items": [{"order_item_id": "...", "quantity": 1}], "reason": "wrong_size"}'
    curl -s ${publicUrl}/returns/{id} -H "Authorization: Bearer $KEY"

\`order_item_id\` is the \`id\` of one of the order's \`items\`. After about 2 s the return is approved (\`label_urls\` has PDF labels,
valid for 7 days), denied, or credited to the wallet, depending on its reason. \`"reason": "other"\` stays open until you
resolve it:

    curl -s -X POST ${publicUrl}/sandbox/returns/{id}/resolve -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" -d '{"status": "credited"}'   # approved, denied, credited

## 6. Bulk orders, retailer accounts and support

- **Bulk orders:** \`POST /orders/bulk/validate\` checks \`{"rows": [{"product_url", "quantity", "name", "address1", "city", "state", "zip",
  "phone", "max_price"}]}\` without ordering. \`POST /orders/bulk\` places the same rows, all or none. \`GET /orders/bulk/{id}\` shows their status.
  From a CSV file: \`npm run errand -- bulk validate orders.csv\`, or on the dashboard's Bulk orders page.
- **Retailer accounts:** \`POST /managed-accounts {"email", "password", "totp_secret", "retailer"}\` adds one. Send its \`id\` as
  \`retailer_credentials_id\` in an order. Passwords are never returned. Without a retailer account, Errand uses its own accounts.
- **Support:** \`POST /orders/{id}/case {"message": "...", "reason": "nondelivery.damaged"}\` opens a support case. \`GET\` reads the replies.
- **The legacy API (/v1)** (with the key as the Basic authentication username) has its own request bodies and sends webhooks to the URLs in an order's
  \`webhooks\`, signed with Standard Webhooks and the secret from \`GET /webhooks/secret\`. \`GET /webhooks/deliveries\` is their log.

## 7. Test products

Order one of these to test a scenario (also in \`GET /orders/test-products\`):

| scenario | description | result | url |
|---|---|---|---|
${rows.join('\n')}

## 8. Pay per request, without a key

Agent mode needs no key. Every \`/agent\` call returns 402 with a \`WWW-Authenticate: Payment\` challenge. Send the same request
again with \`Authorization: Payment <base64url of {"challenge": <the parameters as received>, "payload": {...}}>\`. In the
sandbox the payload is \`{"token": "sandbox_ok"}\` (test money):

    curl -s -i -X POST "${publicUrl}/agent/search?q=headphones"      # 402: 0.01 USD, and the challenge
    curl -s -i -X POST ${publicUrl}/agent/orders                     # 402: max_price plus 1 USD

- \`POST /agent/search?q=\`, \`/agent/products/search?query=&retailer=\`, \`/agent/products/details?product_id=&retailer=\` and
  \`/agent/products/offers?product_id=&retailer=\` (amazon, walmart) cost 0.01 USD each.
- \`POST /agent/orders\` takes the body of \`POST /orders\` and costs max_price + 1 USD. The unused amount is refunded, or all of it
  if the order fails or is canceled. The \`X-Api-Key\` in the response can read and cancel that order, and see its \`payment\`.
- A challenge works once, within 5 minutes, for the same URL and body only. Send an \`Idempotency-Key\` with the payment: if the
  response is lost, the same credential with the same key returns it again.

## 9. For agents: MCP, policies, actions

- **MCP:** \`${publicUrl}/mcp\` offers all of this as tools (Streamable HTTP, with the key as \`Authorization: Bearer\`). \`errand mcp\` serves the same tools
  over stdin and stdout. \`place_order\` gets a quote and asks the user to approve it, unless a policy allows the order. Hosts that support sign-in connect
  to \`${publicUrl}/mcp?sign_in\`. Details: ${publicUrl}/docs/interface/mcp.md
- **Quotes:** \`POST /orders/quote\` takes an order's body and returns the price. Send its \`quote_id\` with the order.
- **Spending policies:** a signed-in user limits what a key can spend (\`PUT /keys/{id}/policy\`). \`GET /policy\` shows how much is left, and
  \`POST /policy/simulate\` shows the decision for an order. 403 \`policy_denied\` names the rule. A key cannot change its own policy.
- **Actions:** an order that needs someone to act has \`next_action\`. Show its \`message\` or \`url\`, then
  \`POST /orders/{id}/actions/{action_id} {"answer": ...}\`. Only a signed-in user can approve.
- **Waiting:** \`GET /orders/{id}?wait_seconds=25&since=<updated_at>\` returns when the order changes. \`next_step\` on orders and errors says what to do.

## Errors

- 422: \`{"detail": [{"loc", "msg", "type"}], "retryable", "next_step", "docs"}\`, with every problem in the request.
- Everything else: \`{"error": {"code", "message", "details", "retryable", "next_step", "docs"}}\`. Follow \`next_step\`. \`docs\` links to the page
  about the code. 401 \`unauthorized\` (check the key), 402 \`insufficient_funds\`,
  404 \`not_found\`, 409 conflicts, 429 \`rate_limit_exceeded\` (wait \`Retry-After\` seconds), 503 \`service_unavailable\` (try again).
- Every response has an \`X-Request-Id\`. Include it when you contact support.

## Next steps

- Claim status: \`GET ${publicUrl}/sandbox/status\`. Usage: \`GET ${publicUrl}/usage\`.
- Reference: ${publicUrl}/docs. OpenAPI: ${publicUrl}/openapi.json. All docs in one file: ${publicUrl}/llms-full.txt
`;
}
