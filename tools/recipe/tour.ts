import { stripVTControlCharacters } from 'node:util';
import type { Page } from 'playwright-core';
import type { Target } from '../../server/src/connectors/browser/recipe.ts';
import { locate } from '../../server/src/connectors/browser/targets.ts';
import { best, type Candidate, candidatesOn } from './suggest.ts';

export interface Person {
  say(line: string): void;
  /** The answer, or the suggestion if there is none. */
  ask(question: string, suggestion: string): Promise<string>;
}

export interface Tour {
  page: Page;
  origin: string;
  person: Person;
}

export async function open({ page, origin, person }: Tour, what: string, suggestion: string): Promise<string> {
  const path = await person.ask(`The address of ${what}`, suggestion);
  const url = new URL(path, origin);
  await page.goto(url.href, { waitUntil: 'domcontentloaded' });
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  return url.pathname + url.search;
}

/** Lists the best matches and returns the person's choice. */
export async function pick(
  tour: Tour,
  what: string,
  role: Candidate['role'],
  fits: readonly RegExp[],
): Promise<Target> {
  const found = best(await candidatesOn(tour.page), role, fits);
  tour.person.say(`${what}:`);
  for (const [index, { words, target }] of found.entries()) {
    tour.person.say(`  ${index + 1}  ${words}   ${JSON.stringify(target)}`);
  }
  if (found.length === 0) tour.person.say('  Nothing on this page fits.');
  const answer = await tour.person.ask(
    found.length > 0 ? 'Which one' : 'Its CSS selector',
    found.length > 0 ? '1' : 'body',
  );
  return found[Number(answer) - 1]?.target ?? answer;
}

export const locatorOf = (page: Page, target: Target) => locate(page, target, {}).first();

/** Playwright says first that time ran out, and last what was in the way. */
export function reasonOf(error: unknown): string {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    .split('\n')
    .map((line) => line.trim());
  const reasons = [/intercepts|not visible|not enabled|did not find/, /waiting for/];
  const [blocked] = reasons.flatMap((reason) => lines.findLast((line) => reason.test(line)) ?? []);
  return (blocked ?? lines[0] ?? '').replace(/^- /, '');
}

export async function clickNow({ page, person }: Tour, target: Target): Promise<void> {
  await locatorOf(page, target)
    .click({ timeout: 5_000 })
    .catch((error: unknown) => person.say(`Could not click it: ${reasonOf(error)}`));
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
}

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
