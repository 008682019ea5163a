import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('several people on one account', { timeout: 120_000 }, () => {
  let system: TestSystem;
  let browser: Browser;
  let jane: SignedInPerson;
  let bob: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem();
    browser = await openBrowser();
    jane = await signIn(system, 'jane@example.com');
    bob = await signIn(system, 'bob@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const pageOf = async (person: SignedInPerson): Promise<Page> =>
    (await signedInBrowser(browser, system, person)).newPage();

  it('are invited, join, are named in the activity, and are removed', async () => {
    const janes = await pageOf(jane);
    const first = orderFor(`${system.url}/shop/products/test-success`);
    const { body: made } = await jane.call('/orders', { method: 'POST', body: first });
    await system.queue.drain();
    // The checklist opens the dialog.
    await janes.goto('/app/team?dialog=invite');
    await janes.getByLabel('Email address').fill('bob@example.com');
    await janes.getByLabel('Role', { exact: true }).selectOption('viewer');
    await janes.getByRole('button', { name: 'Send invitation' }).click();
    await janes.getByRole('table', { name: 'Invitations' }).getByText('bob@example.com', { exact: true }).waitFor();

    const mail = (await mailsTo(system, 'bob@example.com')).find(({ subject }) => subject.includes('invited you'));
    const link = /https?:\S+\/invite\/\w+/.exec(mail!.text)![0];
    const bobs = await pageOf(bob);
    await bobs.goto(link);
    await bobs.getByText('jane@example.com').first().waitFor();
    await bobs.getByRole('button', { name: 'Join as bob@example.com' }).click();
    await bobs.waitForURL(/\/app$/);
    await bobs.getByText('jane@example.com (').first().waitFor();

    // A viewer does not see what their role does not allow, or sees why.
    await bobs.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await bobs.getByRole('link', { name: 'Buy something' }).count()).toBe(0);
    await bobs.goto(`/app/orders/${made.id}`);
    await bobs.getByText('jane@example.com (viewer)').first().waitFor();
    await bobs.getByRole('heading', { name: 'Progress' }).waitFor();
    for (const name of ['Get help', 'Request cancellation', 'Return items', 'Deliver package']) {
      expect(await bobs.getByText(name, { exact: true }).count(), name).toBe(0);
    }
    await bobs.goto(`/app/cases/${made.id}`);
    await bobs.getByText("You're a viewer on this account").waitFor();
    expect(await bobs.getByRole('button', { name: 'Open case' }).count()).toBe(0);
    await bobs.goto('/app/keys?dialog=new');
    await bobs.getByText('No keys yet').waitFor();
    expect(await bobs.getByRole('button', { name: 'New key' }).count()).toBe(0);
    expect(await bobs.getByRole('dialog').count()).toBe(0);

    // The service refuses it too.
    const accountId = (await jane.call('/me')).body.account_id as string;
    const acting = { method: 'POST', body: first, headers: { 'x-errand-account': accountId } };
    expect((await bob.call('/orders', acting)).status).toBe(403);
    await janes.reload();
    await janes.getByRole('combobox', { name: 'Role for bob@example.com' }).selectOption('buyer');
    await janes.getByText('Role updated for bob@example.com.').waitFor();
    const { body: order } = await bob.call('/orders', acting);

    await bobs.goto('/app/settings');
    await bobs.getByLabel('Your name').fill('Bob the Buyer');
    await bobs.getByRole('button', { name: 'Save name' }).click();
    await bobs.getByText('Saved.').waitFor();
    await bobs.getByLabel('Support replied').uncheck();
    await bobs.getByRole('button', { name: 'Save email settings' }).click();
    await expect.poll(async () => (await bob.call('/me/mails')).body.case_answers).toBe(false);

    await janes.goto(`/app/orders/${order.id}`);
    await janes.getByText('Bob the Buyer').first().waitFor();
    await janes.goto('/app/team?tab=activity');
    await janes.getByRole('row', { name: /Bob the Buyer.*placed an order/ }).waitFor();

    await janes.getByRole('tab', { name: 'People' }).click();
    await janes.getByRole('button', { name: 'Remove bob@example.com' }).click();
    await janes.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await janes.getByText('Bob the Buyer removed.').waitFor();
    // His open page leads to the sign-in page with its next request.
    await bobs.goto('/app/orders');
    await bobs.waitForURL(/\/sign-in/);
  });

  it('switch between accounts, and each tab keeps its account', async () => {
    const carla = await signIn(system, 'carla@example.com');
    const made = await jane.call('/team/invitations', {
      method: 'POST',
      body: { email: 'carla@example.com', role: 'buyer' },
    });
    const mails = await mailsTo(system, 'carla@example.com');
    const token = /\/invite\/(\w+)/.exec(mails.find(({ id }) => id === `invitation-${made.body.id}`)!.text)![1];
    await carla.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });
    const context = await signedInBrowser(browser, system, carla);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto('/app/orders');
    await first.getByText('jane@example.com (').first().waitFor();
    await second.goto('/app');
    await second
      .getByRole('button', { name: /Account: carla/ })
      .first()
      .click();
    await second.getByRole('menuitemradio', { name: 'Personal account' }).click();
    await second.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(async () => (await carla.call('/me')).body.role).toBe('owner');
    await first.getByRole('link', { name: 'Team' }).first().click();
    await first.getByRole('cell', { name: /jane@example.com/ }).waitFor();
  });
});
