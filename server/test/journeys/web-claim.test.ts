import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, seriousFindings, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { askForLink, linkIn, mailsTo, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('claiming, signing in and keys in the browser', () => {
  let system: TestSystem;
  let browser: Browser;
  beforeAll(async () => {
    system = await startSystem();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const product = () => `${system.url}/shop/products/test-success`;

  it("a person claims an agent's sandbox, and its orders appear", { timeout: 90_000 }, async () => {
    const minted = (await system.call('/sandbox/keys', { method: 'POST' })).body;
    for (const name of ['Lamp', 'Chair']) {
      await system.post('/orders', minted.api_key, orderFor(product(), { metadata: { product_title: name } }));
    }
    await system.queue.drain();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(minted.claim_url);
    await page.getByText('2 orders', { exact: true }).waitFor();
    await page.getByText('1 key (will keep working)').waitFor();
    await page.getByText('Anyone with the key can see and use everything in your sandbox').waitFor();
    await page.getByText('You can revoke the key under API keys').waitFor();
    await takePicture(page, 'journey-claim-phone');
    await page.getByRole('link', { name: 'Sign in to claim' }).click();
    await page.getByLabel('Email address').fill('jane@example.com');
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    const [mail] = await mailsTo(system, 'jane@example.com');
    await page.goto(linkIn(mail!));
    await page.getByRole('button', { name: 'Claim as jane@example.com' }).click();
    await page.getByRole('heading', { name: 'Sandbox claimed' }).waitFor();
    await page.getByRole('link', { name: 'View orders' }).click();
    await page.getByText('Lamp').first().waitFor();
    await page.getByText('Chair').first().waitFor();
    expect((await system.get('/orders', minted.api_key)).body.total).toBe(2);

    await page.goto(minted.claim_url);
    await page.getByRole('heading', { name: 'Nothing to claim' }).waitFor();
    await page.getByText('It was already claimed.').waitFor();
    await page.getByText('You already claimed a sandbox').waitFor();
    await page.goto('/claim/nonsense'.replace(/^/, system.url));
    await page.getByText('The link is incomplete.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks a browser that did not request the link, on an accessible page', {
    timeout: 60_000,
  }, async () => {
    const link = await askForLink(system, 'kim@example.com');
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ bypassCSP: true, colorScheme, viewport: { width: 390, height: 844 } });
      await page.goto(link);
      await page.getByRole('heading', { name: 'Sign in as kim@example.com?' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await takePicture(page, `sign-in-asked-phone-${colorScheme}`);
      await page.close();
    }
  });

  it('rejects a used link, and a new one leads to the requested page', {
    timeout: 60_000,
  }, async () => {
    const link = await askForLink(system, 'john@example.com');
    const context = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(link);
    // Requested in another browser, so it asks first.
    await page.getByRole('heading', { name: 'Sign in as john@example.com?' }).waitFor();
    await takePicture(page, 'journey-confirm-sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app$/);
    await context.clearCookies();
    await page.goto(link);
    await page.getByText('This link has expired').waitFor();
    await page.goto('/app/keys');
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel('Email address').fill('john');
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByText('Enter your full email address').waitFor();
    await page.getByLabel('Email address').fill('john@example.com');
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    // Opened in another tab: the waiting page continues automatically.
    const other = await context.newPage();
    const [newest] = await mailsTo(system, 'john@example.com');
    await other.goto(linkIn(newest!));
    await other.waitForURL(/\/app\/keys$/);
    await page.waitForURL(/\/app\/keys$/);
    await context.close();
  });

  it('refers people to the operator if there is no mailbox page', {
    timeout: 60_000,
  }, async () => {
    const remote = await startSystem({ env: { PUBLIC_URL: 'http://errand.example' } });
    try {
      const context = await browser.newContext({ baseURL: remote.url, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto('/sign-in');
      await page.getByText('An operator can read the link on the server.').waitFor();
      await page.getByLabel('Email address').fill('jane@example.com');
      await page.getByRole('button', { name: 'Send sign-in link' }).click();
      await page.getByText("Email delivery isn't set up").waitFor();
      expect(await page.locator('a[href*="/dev/mail"]').count()).toBe(0);
      await context.close();
    } finally {
      await remote.stop();
    }
  });

  it('a key is created, shown once, limited, and revoked', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, await signIn(system, 'kim@example.com'));
    const page = await context.newPage();
    await page.goto('/app/keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByLabel('Name').fill('Warehouse robot');
    await dialog.getByLabel('Limit per order').fill('20');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('heading', { name: 'Copy your key now' }).waitFor();
    const key = /svc_test_\w+/.exec(await dialog.innerText())![0];
    await dialog.getByRole('button', { name: 'I copied the key' }).click();
    expect(await page.content()).not.toContain(key);
    await page
      .getByRole('row', { name: /Warehouse robot/ })
      .getByText('$20.00 per order')
      .waitFor();
    expect((await system.post('/orders', key, orderFor(product()))).body.error.code).toBe('spend_limit_exceeded');

    await page.getByRole('button', { name: 'Edit Warehouse robot' }).click();
    await dialog.getByLabel('Limit per order').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Warehouse robot/ })
      .getByText('No limits')
      .waitFor();
    expect((await system.post('/orders', key, orderFor(product()))).status).toBe(201);

    await page.getByRole('button', { name: 'Revoke Warehouse robot' }).click();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page
      .getByRole('row', { name: /Warehouse robot/ })
      .getByText('Revoked')
      .waitFor();
    expect((await system.get('/orders', key)).status).toBe(401);
    await context.close();
  });
});
