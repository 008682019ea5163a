import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/domains/people/oauth/model.ts';
import { findingsInEveryTheme, hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { connectModern, connectOlder, type McpClient } from '../harness/mcp-client.ts';
import { linkIn, mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('a person and their agents', { timeout: 120_000 }, () => {
  let system: TestSystem;
  let browser: Browser;
  let person: SignedInPerson;
  let page: Page;
  beforeAll(async () => {
    system = await startSystem({ withWorker: true, env: { SANDBOX_TIME_SCALE: '0.02' } });
    browser = await openBrowser();
    person = await signIn(system, 'jane@example.com');
    const context = await signedInBrowser(browser, system, person, { viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const makeKey = async (label: string): Promise<string> =>
    (await person.call('/keys', { method: 'POST', body: { label, world: 'test' } })).body.api_key;

  /** As many of one product as cost between 50 and 100 dollars. */
  async function productsAt(retailer: string): Promise<{ url: string; quantity: number }[]> {
    const key = await system.mint();
    const { results } = (await system.get(`/products/search?query=usb&retailer=${retailer}`, key)).body;
    const hit = results.find(
      (each: { price: number; available: boolean }) => each.available && each.price > 1000 && each.price < 4000,
    );
    return [{ url: hit.url, quantity: Math.ceil(5200 / hit.price) }];
  }

  async function placedSoon(client: McpClient, id: string) {
    for (let rounds = 0; rounds < 50; rounds += 1) {
      const { body } = await client.call('wait_for_order', { order_id: id, wait_seconds: 25 });
      if (body.status === 'order_placed') return body;
    }
    throw new Error('It was never placed.');
  }

  it('sets "at most $200 a day, ask me above $50, only Walmart and Target" with a handful of clicks', async () => {
    const complaints = complaintsOf(page);
    await page.goto('/app');
    await page.getByRole('link', { name: 'Spending policies' }).click();
    await page.getByLabel('Daily limit').fill('200');
    await page.getByLabel('Require approval above').fill('50');
    await page.getByLabel('Only these stores').check();
    await page.getByLabel('Walmart', { exact: true }).check();
    await page.getByLabel('Target', { exact: true }).check();
    // The page shows the policy in sentences before it is saved.
    const words =
      'At most $200.00 per day. Only from Target and Walmart. Approval is required for orders above $50.00.';
    await page.getByText(words).waitFor();
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('Policy saved.').waitFor();
    const { body } = await person.call('/account/policy');
    expect(body).toMatchObject({
      windows: [{ per: 'day', amount_cents: 20_000 }],
      approve: { above_cents: 5000 },
      retailers: { allow: ['walmart', 'target'] },
    });
    expect(complaints).toEqual([]);
  });

  it.each([
    ['2026-07-28', connectModern],
    ['2025', connectOlder],
  ])('approves an order from the email, on the page, while the client of %s waits', async (_name, connect) => {
    const client = await connect({ url: system.url, key: await makeKey('Assistant') });
    const order = { products: await productsAt('walmart'), shipping_address: address };
    const { body: waiting } = await client.call('place_order', order);
    expect(waiting.next_action, JSON.stringify(waiting)).toMatchObject({ kind: 'approve', asked_of: 'customer' });
    const bought = placedSoon(client, waiting.id);
    await expect.poll(async () => mailAbout(waiting.id), { timeout: 30_000 }).toContain('Maximum charge: $');
    const link = linkIn({ text: await mailAbout(waiting.id) } as Parameters<typeof linkIn>[0]);
    await page.goto(link);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    // Neither the link nor the first button approves.
    expect((await person.call(`/orders/${waiting.id}`)).body.next_action.kind).toBe('approve');
    await page.getByRole('button', { name: 'Approve purchase' }).click();
    expect((await bought).next_action).toBeNull();
    await client.close();
  });

  const mailAbout = async (orderId: string): Promise<string> =>
    (await mailsTo(system, person.email)).find(({ text }) => text.includes(orderId))?.text ?? '';

  it('undoes a change of the policy, unless someone changed it since', async () => {
    const limit = page.getByLabel('Daily limit');
    const read = async () => (await person.call('/account/policy')).body;
    const { version, windows, approve, retailers } = await read();
    const save = async (amount: string) => {
      await limit.fill(amount);
      await page.getByRole('button', { name: 'Save policy' }).click();
      await expect.poll(async () => (await read()).windows[0].amount_cents).toBe(Number(amount) * 100);
    };
    await page.goto('/app/policies');
    await save('300');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Earlier policy restored.').waitFor();
    expect(await read()).toMatchObject({ version: version + 2, windows, approve, retailers });
    await expect.poll(() => limit.inputValue()).toBe('200.00');

    await save('400');
    const others = await person.call('/account/policy', { method: 'PUT', body: { max_order_cents: 700 } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByText('Someone else changed this policy after you did, so the earlier version was not restored.')
      .waitFor();
    expect((await read()).version).toBe(others.body.version);
    await person.call('/account/policy', { method: 'PUT', body: { windows, approve, retailers } });
  });

  it('shows the policy on a phone and on a desktop, in both themes', async () => {
    // The page's CSP would block the axe script.
    const context = await signedInBrowser(browser, system, person, { bypassCSP: true });
    const rules = await context.newPage();
    await rules.goto('/app/policies');
    await rules.getByText('Spent today').waitFor();
    await rules.getByText(/last 30 days/).waitFor();
    await rules.getByText('50% reached').waitFor();
    expect(await findingsInEveryTheme(rules, 'spending-rules')).toEqual([]);
    const key = (await person.call('/keys')).body.keys[0];
    await rules.getByRole('button', { name: 'New key group' }).click();
    const dialog = rules.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My agents');
    await dialog.getByRole('button', { name: 'Save group' }).click();
    await dialog.getByText('No spaces').waitFor();
    await dialog.getByLabel('Name').fill('agents');
    await dialog.getByText('Choose at least one key.').waitFor();
    expect((await person.call('/key-groups')).body.groups).toEqual([]);
    await dialog.getByLabel(key.hint).check();
    await dialog.getByRole('button', { name: 'Save group' }).click();
    await rules.getByText('Group saved.').waitFor();
    const chosen = rules.getByLabel('Policy for').locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('Group “agents” (1 key)');
    await rules.getByLabel('Daily limit').fill('10');
    await rules.getByText('At most $10.00 per day.').waitFor();
    await rules.getByRole('button', { name: 'Save policy' }).click();
    await rules.getByText('Policy saved.').waitFor();
    expect((await person.call('/key-groups/agents/policy')).body).toMatchObject({ windows: [{ amount_cents: 1000 }] });
    await rules.getByRole('button', { name: 'Undo' }).click();
    await rules.getByText('Earlier policy restored.').waitFor();
    expect((await person.call('/key-groups/agents/policy')).status).toBe(404);
    await rules.getByRole('button', { name: 'Edit keys' }).click();
    await dialog.getByLabel(key.hint).uncheck();
    await dialog.getByRole('button', { name: 'Delete group' }).click();
    await rules.getByText('Group “agents” deleted.').waitFor();
    expect((await person.call('/key-groups')).body.groups).toEqual([]);
    await context.close();
  });

  it('approves a purchase of an agent without a policy, and nobody else can', async () => {
    const other = await signIn(system, 'joe@example.com');
    const made = await other.call('/keys', { method: 'POST', body: { label: 'Helper', world: 'test' } });
    const client = await connectModern({ url: system.url, key: made.body.api_key });
    const order = { products: [{ url: `${system.url}/shop/products/test-success` }], shipping_address: address };
    const { body } = await client.call('place_order', order);
    const { approval_url: url, approval_id: approvalId } = body.error.details;
    // Another person doesn't see it.
    await page.goto(url);
    await page
      .getByText(/nothing here|not found|does not exist/i)
      .first()
      .waitFor();
    const context = await signedInBrowser(browser, system, other, { viewport: { width: 390, height: 844 } });
    const own = await context.newPage();
    const complaints = complaintsOf(own);
    await own.goto(url);
    await own.getByRole('button', { name: 'Approve', exact: true }).click();
    expect((await client.call('place_order', { ...order, approval_id: approvalId })).body.error.code).toBe(
      'approval_required',
    );
    await takePicture(own, 'approval-phone');
    await own.getByRole('button', { name: 'Approve purchase' }).click();
    await own.getByText('It can place this order once').waitFor();
    const { body: placed } = await client.call('place_order', { ...order, approval_id: approvalId });
    await placedSoon(client, placed.id);
    expect(complaints).toEqual([]);
    await context.close();
    await client.close();
  });

  it('shows on the open page that a person declined in the app of the agent', async () => {
    const ann = await signIn(system, 'ann@example.com');
    const context = await signedInBrowser(browser, system, ann);
    const tab = await context.newPage();
    const made = await ann.call('/keys', { method: 'POST', body: { label: 'Helper', world: 'test' } });
    const client = await connectModern({
      url: system.url,
      key: made.body.api_key,
      async person() {
        const { rows } = await sql<{ id: string }>`
          select id from mcp_approvals where state = 'open' order by created_at desc limit 1`.execute(
          system.database.db,
        );
        await tab.goto(`/app/approvals/${rows[0]!.id}`);
        await tab.getByRole('button', { name: 'Approve', exact: true }).waitFor();
        return { action: 'decline' };
      },
    });
    const order = { products: [{ url: `${system.url}/shop/products/test-success` }], shipping_address: address };
    expect((await client.call('place_order', order)).body.error.code).toBe('approval_denied');
    await tab.getByText('Declined').waitFor({ timeout: 5000 });
    expect((await ann.call('/orders')).body.total).toBe(0);
    await client.close();
    await context.close();
  });

  it('connects an app with OAuth and returns to it', async () => {
    const seen: string[] = [];
    const program: Server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('Welcome back.');
    });
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
    const redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
    const registered = await system.post('/oauth/register', undefined, {
      client_name: 'Desktop assistant',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    const verifier = 'v'.repeat(64);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: registered.body.client_id,
      redirect_uri: redirectUri,
      code_challenge: hashOf(verifier).toString('base64url'),
      code_challenge_method: 'S256',
      state: 'abc',
    });
    await page.goto(`/oauth/authorize?${query}`);
    await page.getByText('Let “Desktop assistant” use your account?').waitFor();
    await page.getByText(redirectUri).waitFor();
    await takePicture(page, 'connect-desktop');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Welcome back.').waitFor();
    const back = new URL(seen.find((path) => path.startsWith('/callback')) ?? '/', redirectUri);
    expect(back.searchParams.get('state')).toBe('abc');
    const form = { grant_type: 'authorization_code', client_id: registered.body.client_id, code_verifier: verifier };
    const body = new URLSearchParams({ ...form, redirect_uri: redirectUri, code: back.searchParams.get('code') ?? '' });
    const token = await fetch(`${system.url}/oauth/token`, { method: 'POST', body });
    expect(token.status).toBe(200);
    program.close();
  });

  it('shows a quote and packages as a card in an MCP host', async () => {
    const key = await system.mint();
    const client = await connectModern({ url: system.url, key });
    const order = {
      products: await productsAt('walmart'),
      shipping_address: address,
    };
    const { body: quote } = await client.call('quote_order', order);
    const placed = await system.post('/orders', key, { ...order, max_price: 20_000 });
    const { body: track } = await client.call('track_order', { order_id: placed.body.id });
    await client.close();
    const card = await readCard();
    const context = await browser.newContext({ viewport: { width: 480, height: 640 } });
    const host = await context.newPage();
    for (const [name, structuredContent, words] of [
      ['quote', quote, 'The order is not placed yet'],
      ['tracking', track, /^(Pending|In progress|Order placed)$/],
    ] as const) {
      await host.setContent(hostPage(card, structuredContent));
      await host.frameLocator('iframe').getByText(words).first().waitFor();
      await takePicture(host, `mcp-card-${name}`);
    }
    await context.close();
  });

  async function readCard(): Promise<string> {
    const uri = 'ui://errand/card.html';
    const version = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri, _meta } };
    const headers = {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'resources/read',
      'mcp-name': uri,
    };
    const { body } = await system.post('/mcp', undefined, message, headers);
    return body.result.contents[0].text;
  }
});

/** A minimal MCP app host: it answers the handshake and passes the result on. */
function hostPage(card: string, structuredContent: unknown): string {
  const quoted = card.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const result = JSON.stringify({ content: [], structuredContent }).replaceAll('<', '\\u003c');
  return `<!doctype html><title>Host</title><iframe sandbox="allow-scripts" width="440" height="560" srcdoc="${quoted}"></iframe>
<script>{
const frame = document.querySelector('iframe').contentWindow;
addEventListener('message', ({ source, data }) => {
  if (source !== frame) return;
  const say = (message) => frame.postMessage({ jsonrpc: '2.0', ...message }, '*');
  if (data.method === 'ui/initialize') say({ id: data.id, result: { protocolVersion: '2026-01-26', hostContext: { theme: 'light' } } });
  if (data.method === 'ui/notifications/initialized') say({ method: 'ui/notifications/tool-result', params: ${result} });
});
}</script>`;
}
