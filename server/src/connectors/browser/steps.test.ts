import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveStore } from '../../../test/harness/stores/request.ts';
import { foreignPages, trapPages } from '../../../test/harness/trap-shop/pages.ts';
import { createDial } from '../../platform/outgoing/index.ts';
import { agreeOn, missedLocatorsOn } from './agreement.ts';
import { type BrowserSession, openBrowserSession } from './browser-session.ts';
import { createChromium, findChromium } from './chromium.ts';
import { moneyIn, readNow, rowsIn } from './reading.ts';
import type { Amount, Locator, Read, Recipe, Step, Target } from './recipe.ts';
import { recipeProblems } from './recipe-problems.ts';
import { runAllSteps, runSteps } from './run-steps.ts';
import type { Scope } from './templates.ts';
import { readTotals } from './totals.ts';

/** Runs in the page: whether a picture has the colour of a cover at these places. */
async function coveredAt([picture, places]: readonly [string, readonly number[][]]): Promise<boolean[]> {
  const page = globalThis as unknown as {
    createImageBitmap(blob: Blob): Promise<{ width: number; height: number }>;
    OffscreenCanvas: new (
      width: number,
      height: number,
    ) => {
      getContext(kind: '2d'): {
        drawImage(image: unknown, x: number, y: number): void;
        getImageData(x: number, y: number, w: number, h: number): { data: number[] };
      };
    };
  };
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await page.createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  const context = new page.OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return places.map(([x = 0, y = 0]) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
    return red > 200 && green < 60 && blue > 200;
  });
}

const serve = async (pages: () => Record<string, string>): Promise<{ server: Server; url: string }> => {
  const server = createServer(({ url = '' }, response) => {
    const html = pages()[url.split('?')[0] ?? ''];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe.skipIf(findChromium() === null)('the steps of recipes', { timeout: 120_000 }, () => {
  const chromium = createChromium({ path: null, atOnce: 1 });
  let foreign: Awaited<ReturnType<typeof serve>>;
  let shop: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    foreign = await serve(() => foreignPages);
    shop = await serve(() => trapPages(foreign.url));
  });
  afterAll(async () => {
    await chromium.close();
    for (const { server } of [foreign, shop]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const base = {
    version: 1,
    name: 'traps',
    product_path: '/{slug}',
    prices: 'gross',
    empty_cart: [],
    add: [],
    cart: { rows: 'li', product: { read: 'a' }, quantity: { read: 'b' } },
    check_out: [],
    totals: { total: { read: '#sum' } },
    buy: { button: 'button', success: { url: '/done' } },
  } satisfies Recipe;

  /** Walks to a page and takes the steps there; what comes of it is looked at before the page is closed. */
  async function walk<T>(
    path: string,
    steps: Step[],
    look: (browserSession: BrowserSession, scope: Scope) => Promise<T>,
    more: Partial<Recipe> = {},
    signal = AbortSignal.timeout(110_000),
  ): Promise<T> {
    const recipe: Recipe = { ...base, patience_seconds: 20, ...more };
    expect(recipeProblems({ ...recipe, add: steps })).toEqual([]);
    const needs = { store: liveStore('browser', shop.url), recipe, chromium, dial: createDial({ allowPrivate: true }) };
    const visitor = { account: null, signal, runSteps: runAllSteps };
    const browserSession = await openBrowserSession(needs, visitor);
    const scope: Scope = { origin: shop.url, store: { currency: 'EUR' }, wanted: 'XL', postal_code: '78701' };
    try {
      await runSteps(browserSession, 'add', [{ open: path, within_seconds: 20 }, ...steps], scope);
      return await look(browserSession, scope);
    } finally {
      await browserSession.close();
    }
  }
  const readAll =
    (...readings: Read[]) =>
    async ({ page }: BrowserSession, scope: Scope) =>
      Promise.all(readings.map((reading) => readNow(page, reading, scope)));
  const text = (css: string) => readAll({ read: css });
  const title = ({ page }: BrowserSession) => page.title();

  it('choose from lists that are not selects: without roles, with a text field, in frames', async () => {
    const size: Step = { choose: '#size', option: '{{wanted}}', options: '#list li' };
    const land: Step = { choose: { role: 'combobox', placeholder: 'Country' }, option: ['Island', 'Iceland'] };
    expect(
      await walk('/lists', [size, land], readAll({ read: '#size' }, { read: '#land', attribute: 'value' })),
    ).toEqual(['XL', 'Iceland']);
    const framed: Step = { choose: { frame: '#f', css: '#land' }, option: 'Germany' };
    const inFrame = { read: { frame: '#f', css: '#land' }, attribute: 'value' };
    expect(await walk('/framed-list', [framed], readAll(inFrame))).toEqual(['Germany']);
    const none: Step = { choose: '#size', option: 'XXL', options: '#list li', missing: 'product_variant_unavailable' };
    await expect(walk('/lists', [none], title)).rejects.toMatchObject({
      answer: { reason: 'product_variant_unavailable' },
    });
  });

  it('type slowly, and pick a suggestion by mouse or keyboard', async () => {
    const typed: Step = { fill: '#street', with: '1 Main St', suggestion: { role: 'option', name: 'Dallas' } };
    expect(await walk('/suggestions', [typed], readAll({ read: '#street', attribute: 'value' }))).toEqual([
      '1 Main St',
    ]);
    const keys: Step[] = [
      { fill: '#street', with: '1 Main St', type: true },
      { wait: { there: { role: 'option', name: '1 Main St, Dallas' } } },
      { press: ['ArrowDown', 'ArrowDown', 'Enter'], on: '#street', until: { text: '#chosen', has: 'Dallas' } },
    ];
    expect(await walk('/suggestions', keys, text('#chosen'))).toEqual(['1 Main St, Dallas']);
  });

  it('fill forms that re-render, wait for late buttons, and follow pages that never load', async () => {
    const form: Step[] = [
      { fill: { label: 'city' }, with: 'Austin' },
      { fill: { label: 'zip' }, with: '{{postal_code}}' },
      { click: { role: 'button', name: 'Go' }, until: { text: '#sent', has: 'Austin 78701' } },
    ];
    expect(await walk('/redrawn', form, text('#sent'))).toEqual(['Austin 78701']);
    const next: Step = { click: { text: 'Next' }, once: true, until: { url: '/single/done$' } };
    expect(await walk('/single', [next], text('h1'))).toEqual(['Done']);
  });

  it('use the visible one of two copies', async () => {
    const [sum] = await walk('/twice', [{ click: { text: 'Buy' } }], async (browserSession, scope) => {
      expect(await title(browserSession)).toBe('right');
      return text('.sum')(browserSession, scope);
    });
    expect(sum).toBe('12,99');
  });

  it('click what the locators agree on, and record those that found nothing', async () => {
    const goOn: Step = { click: [{ role: 'button', name: 'Go on' }, 'button.new', '#gone'] };
    await walk('/agree', [goOn], async ({ page }) => {
      expect(await page.title()).toBe('right');
      expect(missedLocatorsOn(page)).toEqual([{ target: JSON.stringify(goOn.click), locator: '#gone' }]);
    });
    const framed: Step = {
      click: [
        { frame: '#f', text: 'Inside' },
        { frame: '#f', css: '[name=go]' },
      ],
    };
    expect(await walk('/agree', [framed], title)).toBe('framed');
  });

  it('touch nothing where locators disagree, and say which still match', async () => {
    const click = (...targets: Locator[]) => walk('/agree', [{ click: targets }], title, { patience_seconds: 1 });
    await expect(click({ role: 'button', name: 'Go on' }, '#other', '.gone')).rejects.toThrow(
      'The locators disagree: {"role":"button","name":"Go on"} finds 1, #other finds 1, .gone finds nothing.',
    );
    // One of three is no agreement; one of two is, if it finds one element and no more.
    await expect(click('button.new', '#gone', '.gone')).rejects.toThrow('disagree');
    expect(await walk('/agree', [{ click: ['button.new', '#gone'] }], title)).toBe('right');
    await expect(click('button', '#gone')).rejects.toThrow(/button finds \d+, #gone finds nothing/);
    const optional: Step = { click: ['button.new', '#other'], optional: true };
    await expect(walk('/agree', [optional], title)).rejects.toThrow('disagree');
    await walk('/agree', [], async ({ page }, scope) => {
      const onButton = async (target: Target) => (await agreeOn(page, target, scope, 'button')).element !== null;
      expect(await onButton(['button.new', { text: 'Go on' }, '#gone'])).toBe(true);
      // Before the button half is not enough, and nothing else may look like it.
      expect(await onButton(['button.new', '#gone'])).toBe(false);
      expect(await onButton('button')).toBe(false);
      expect(await onButton(['button', 'button.new'])).toBe(false);
      expect(await page.title()).toBe('Trap');
    });
  });

  it('read what locators agree on, and fail if the postcondition is false', async () => {
    expect(await walk('/agree', [], readAll({ read: ['.sum', '.also', '.gone'] }))).toEqual(['12,99 EUR']);
    const differing: Step = { read: ['.sum', '.old'], as: 'sum' };
    await expect(walk('/agree', [differing], title, { patience_seconds: 1 })).rejects.toThrow(
      '.sum reads "12,99 EUR", .old reads "11,99 EUR"',
    );
    const expecting: Step = { click: 'button.new', expect: { text: 'h1', has: 'Next page' } };
    await expect(walk('/agree', [expecting], title, { patience_seconds: 1 })).rejects.toMatchObject({
      place: 'add/1',
      message: expect.stringContaining('Next page'),
    });
  });

  it('stay in one tab', async () => {
    for (const name of ['Script', 'Form', 'Far']) {
      const steps: Step[] = [{ click: { role: 'button', name }, once: true, until: { url: '/arrived' } }];
      expect(await walk('/windows', steps, async ({ page }) => page.url())).toContain(`by=${name.toLowerCase()}`);
    }
    const framed: Step[] = [{ click: { frame: '#f', text: 'Frame' }, once: true, until: { url: '/arrived' } }];
    expect(await walk('/windows', framed, async ({ page }) => page.url())).toContain('by=frame');
  });

  it('scroll until everything has loaded', async () => {
    const steps: Step[] = [{ scroll: '#end', until: { text: '#end', has: 'that is all' } }];
    expect(await walk('/endless', steps, text('li:last-child'))).toEqual(['Order 120']);
  });

  it('remove a banner that takes more than a click', async () => {
    const banners: Recipe['banners'] = [
      {
        when: { there: '#veil' },
        do: [
          { fill: { label: 'Your postal code' }, with: '{{postal_code}}' },
          { click: { text: 'Save' }, until: { gone: '#veil' } },
        ],
      },
    ];
    const steps: Step[] = [{ wait: { there: '#veil' } }, { click: { text: 'Add' } }];
    expect(await walk('/where', steps, title, { banners })).toBe('bought');
  });

  it('reach a closed shadow root in a frame of a listed host, and nothing of other hosts', async () => {
    const steps: Step[] = [
      { fill: { frame: '#pay', label: 'Card' }, with: '4242 4242', secret: true },
      { click: { frame: '#pay', text: 'Use it' }, until: { text: '#used', has: '4242' } },
    ];
    const hosts = [new URL(foreign.url).host];
    expect(await walk('/card', steps, text('#used'), { hosts })).toEqual(['4242 4242']);
    await expect(walk('/card', steps, title, { patience_seconds: 1 })).rejects.toThrow('appeared at');
  });

  it('compare numbers, and clear checked boxes', async () => {
    const steps: Step[] = [
      { read: '#stock', as: 'left', pattern: '\\d+' },
      { refuse_if: { less: ['{{left}}', '2'] }, reason: 'product_quantity_unavailable' },
      {
        while: { not: { text: '#out', has: { matches: '^2$' } } },
        do: [
          { read: '#out', as: 'shown' },
          { if: { less: ['{{shown}}', '2'] }, do: [{ click: '#more' }], else: [{ click: '#less' }] },
        ],
      },
    ];
    expect(await walk('/stepper', steps, text('#out'))).toEqual(['2']);
    const few: Step = { refuse_if: { less: ['{{left}}', '5'] }, reason: 'product_quantity_unavailable' };
    await expect(walk('/stepper', [steps[0]!, few], title)).rejects.toMatchObject({
      answer: { reason: 'product_quantity_unavailable' },
    });
    const off: Step[] = [{ while: { there: 'input:checked' }, do: [{ click: 'input:checked' }] }];
    expect(await walk('/boxes', off, ({ page }) => page.locator('input:checked').count())).toBe(0);
  });

  it('leave no secret in a picture: in closed roots, in frames, and where one was typed', async () => {
    const steps: Step[] = [{ fill: '[name=answer]', with: 'Rosebud', secret: true }];
    /** Whether the picture is covered at these places of the page. */
    const covered = async (browserSession: BrowserSession, isForPerson: boolean): Promise<boolean[]> => {
      // On a busy machine a picture may take longer than a purchase would wait for it.
      const jpeg = await vi.waitUntil(() => browserSession.recorder.shot(browserSession.page, isForPerson), {
        timeout: 60_000,
      });
      const places = { password: [20, 20], typed: [320, 20], plain: [320, 120], card: [20, 220], frame: [275, 225] };
      if (process.env.SHOW_PICTURES) writeFileSync(`${process.env.SHOW_PICTURES}/secrets-${isForPerson}.jpg`, jpeg);
      return browserSession.page.evaluate(coveredAt, [jpeg.toString('base64'), Object.values(places)] as const);
    };
    await walk('/secrets', steps, async (browserSession) => {
      expect(await covered(browserSession, false)).toEqual([true, true, false, true, true]);
      // A person who acts in a frame sees it, and not what is secret in it.
      expect(await covered(browserSession, true)).toEqual([true, true, false, true, false]);
    });
  });

  it('stop a pattern that takes too long on a text of the store, and say which', async () => {
    const pattern = '(a+)+$';
    const slow: [Step, Partial<Recipe>?][] = [
      [{ read: 'p', pattern, as: 'sum' }],
      [{ read: 'p', as: 'sum', money: true }, { free: pattern }],
      [{ wait: { text: 'p', has: { matches: pattern } } }],
      [{ click: 'button', until: { dialog: { matches: pattern } } }],
      [{ open: `/slow?${'a'.repeat(27)}!`, until: { url: pattern } }],
      [{ open: `/slow?${'a'.repeat(27)}!`, until: { answered: pattern } }],
      [{ wait: { there: 'b' } }, { banners: [{ when: { text: 'p', has: { matches: pattern } }, do: [] }] }],
    ];
    for (const [step, more] of slow) {
      await expect(walk('/slow', [step], title, more), JSON.stringify(step)).rejects.toMatchObject({
        message: expect.stringMatching(/^The pattern "\(a\+\)\+\$" takes too long to match \d+ characters of text\.$/),
        place: 'add/1',
      });
    }
    const declining: Partial<Recipe> = { decline_dialogs: { matches: pattern } };
    expect(await walk('/slow', [{ click: 'button' }], title, declining)).toBe('Trap');
    await expect(walk('/slow', [{ read: 'i', pattern: '2', as: 'sum' }], title)).rejects.toThrow(
      'The text for the pattern "2" has more than 100000 characters.',
    );
  });

  it('open no local file and no page of the browser, wherever a link of the store leads', async () => {
    for (const link of ['file', 'view', 'chrome', 'data', 'script', 'blob']) {
      const steps: Step[] = [{ read: `#${link}`, attribute: 'href', as: 'link' }, { open: '{{link}}' }];
      const opened = walk('/links', steps, async ({ page }) => page.content());
      await expect(opened, link).rejects.toMatchObject({
        message: expect.stringMatching(/^The URL starts with [a-z-]+:, so it is not one of the store's pages\.$/),
        place: 'add/2',
      });
    }
  });

  it('read no list with more rows than a store has', async () => {
    const rows = (css: string) => walk('/rows', [], ({ page }, scope) => rowsIn(page, css, scope));
    expect(await rows('li')).toHaveLength(3);
    await expect(rows('b')).rejects.toThrow('b finds 20000 rows, more than 5000.');
  });

  it('keep only the start of the addresses that a page asks for, and the newest of them', async () => {
    const many: Step = { click: 'button', until: { text: 'h1', has: 'done' } };
    await walk('/chatter', [many], async ({ recorder: { answers } }) => {
      expect(answers).toHaveLength(200);
      for (const { url } of answers) expect(url.length).toBeLessThanOrEqual(4_000);
    });
  });

  it('leave a page that does not respond, and end in time when they are told to', async () => {
    const there: Step = { wait: { there: { css: 'p', text: { matches: '(a+)+(b+)+$' } } } };
    await expect(walk('/stuck', [there], title, { patience_seconds: 2 })).rejects.toMatchObject({
      message: expect.stringMatching(/^The page at .*\/stuck does not respond\.$/),
      place: 'add/1',
    });
    const signal = AbortSignal.timeout(3_000);
    await expect(walk('/stuck', [there], title, {}, signal)).rejects.toThrow('aborted');
  });

  it('add up amounts in any notation, and do not read a percentage as a price', async () => {
    await walk('/sums', [], async (browserSession, scope) => {
      const money = async (reading: Read) =>
        moneyIn((await readNow(browserSession.page, reading, scope)) ?? '', {}, scope);
      const same: Read[] = [
        { read: '#crowns' },
        { read: '#euros' },
        { read: '#split', pattern: '([\\d.]+) ?(\\d\\d)(?= ?€)', join: ',' },
        { read: { css: '[itemprop=price]', hidden: true }, attribute: 'content' },
        { read: { css: '[data-cents]', hidden: true }, attribute: 'data-cents', pattern: '(\\d+)(\\d\\d)$', join: '.' },
      ];
      expect(await Promise.all(same.map(money))).toEqual(same.map(() => 123_456));
      expect(await money({ read: '#francs' })).toBe(123_450);
      expect(await money({ read: '#yen' })).toBe(123_400);
      expect(await money({ read: '#free' })).toBe(0);
      expect(await money({ read: '#percent' })).toBeNull();
    });
    const totals = (total: string, cart: number | null = null, more: Partial<Recipe['totals']> = {}) => {
      const fees: Amount = [{ read: '.fee', pattern: '[\\d,]+ €' }, { read: '#rounding' }];
      const recipe = {
        totals: {
          shipping: { read: '.ship', all: true },
          fees,
          total: { read: 'body', pattern: 'none', or: total },
          ...more,
        },
      };
      const look = (browserSession: BrowserSession, scope: Scope) => {
        const { recipe: own, ...walk } = browserSession.startPart('last_look', scope);
        return readTotals(
          { ...walk, recipe: { ...own, ...recipe, patience_seconds: 1 } },
          {
            store: { currency: 'EUR' },
            cart: cart as never,
          },
        );
      };
      return walk('/sums', [], look);
    };
    // 20.00 in the cart, 4.90 + 5.00 to ship, 0.25 of deposit, rounded by 0.02.
    expect(await totals('30.13', 2_000)).toMatchObject({ items: 2_000, shipping: 990, fees: 23, total: 3_013 });
    await expect(totals('30.14', 2_000)).rejects.toThrow('do not add up to its total 3014. Nothing was bought.');
    await expect(totals('30.13')).rejects.toThrow('The page shows no items. Nothing was bought.');
    // A reading that is not a price says what was read, and where in the recipe.
    const shipping = (reading: Amount) => totals('30.13', 2_000, { shipping: reading });
    const several = /no shipping\. It reads ".+", which isn't a price: it has several numbers\. Nothing was bought\.$/;
    await expect(shipping({ read: 'body' })).rejects.toMatchObject({
      place: 'totals.shipping',
      message: expect.stringMatching(several),
    });
    await expect(shipping({ read: 'body', pattern: 'Porto (\\d+)' })).rejects.toThrow(
      /no shipping\. The pattern Porto \(\\d\+\) doesn't match ".+"\. Nothing/,
    );
    await expect(shipping({ read: '#none' })).rejects.toThrow('no shipping. #none finds nothing. Nothing was bought.');
  });
});
