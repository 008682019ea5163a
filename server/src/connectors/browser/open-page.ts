import { stepTimeoutMsOf } from './act.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import { describeCondition, meetsCondition, type RecipeRun, waitUntil } from './page-watch.ts';
import type { Step } from './recipe.ts';
import { fillTemplate, type Scope } from './templates.ts';

/** Some documents never finish loading: use them as they are after this. */
const arrivingMsMax = 5_000;

export async function openPage(run: RecipeRun, step: Extract<Step, { open: unknown }>): Promise<void> {
  const { page, recipe, scope } = run;
  const url = pageOfStore(fillAddress(step.open, scope), String(scope.origin));
  const timeout = stepTimeoutMsOf(recipe, step);
  run.typed.length = 0;
  // Don't wait for everything to load: the next step waits for what it needs.
  const answer = await goTo(run, url, timeout);
  const status = answer?.status() ?? 200;
  if (status === 429) throw limited(answer?.headers()['retry-after']);
  if (status >= 500) throw unreachable(`The store returned ${status} at ${url.pathname}.`);
  const { until: wanted } = step;
  if (wanted)
    return waitUntil(run, () => meetsCondition(run, wanted), {
      withinMs: timeout,
      expected: describeCondition(wanted),
    });
  await page.waitForLoadState('domcontentloaded', { timeout: Math.min(timeout, arrivingMsMax) }).catch(() => {});
}

/** Values after the `?` are encoded: a search for "salt & pepper" is one parameter. */
export function fillAddress(address: string, scope: Scope): string {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  return `${fillTemplate(path, scope)}${fillTemplate(query, scope, encodeURIComponent)}`;
}

/** An address may come from a link of the store, which can name local files. The proxy sees only web addresses. */
function pageOfStore(address: string, base: string): URL {
  const url = new URL(address, base);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new RecipeBroken(`The URL starts with ${url.protocol}, so it is not one of the store's pages.`);
}

/** Opens an address again if a redirect of the page got in the way. */
async function goTo(run: RecipeRun, url: URL, timeout: number) {
  const { page } = run;
  const endsAt = Date.now() + timeout;
  for (;;) {
    try {
      return await page.goto(url.href, { waitUntil: 'commit', timeout });
    } catch (error) {
      if (run.signal.aborted || !(error instanceof Error)) throw error;
      const isCrossed = /interrupted by another navigation|ERR_ABORTED/.test(error.message);
      if (!isCrossed || Date.now() >= endsAt) {
        throw unreachable(`The page ${url.pathname} could not be opened: ${error.message.split('\n')[0]}`);
      }
      // Let the redirect finish first.
      await page.waitForLoadState('domcontentloaded', { timeout: 1_000 }).catch(() => {});
    }
  }
}

const unreachable = (message: string): StoreRefusal =>
  new StoreRefusal({ kind: 'blocked', reason: 'retailer_unavailable', message });

function limited(retryAfter: string | undefined): StoreRefusal {
  const seconds = Number(retryAfter);
  const message = 'The store rate-limited the request.';
  const more = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: Math.min(seconds, 86_400) * 1000 } : {};
  return new StoreRefusal({ kind: 'blocked', reason: 'retailer_rate_limited', message, ...more });
}
