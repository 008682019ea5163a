import type { Page } from 'playwright-core';
import type { Visit } from './visit.ts';

/** What a person who has taken over a page does there; places in pixels of the page. */
export type Input =
  | { type: 'click' | 'down' | 'up' | 'move'; x: number; y: number }
  | { type: 'scroll'; x: number; y: number; by: number }
  | { type: 'text'; text: string }
  | { type: 'key'; key: string };

/** A visit that operators can watch while it lasts, and take over while it waits for a person. */
export interface LiveView {
  readonly id: string;
  /** The page of the console where a person takes over. */
  readonly url: string;
  /** Says that the visit lasts and what it waits for; tells whether it is watched and what a person did. */
  look(waitsFor: string | null): Promise<{ isWatched: boolean; isTaken: boolean; inputs: Input[] }>;
  show(jpeg: Buffer, pageUrl: string): Promise<void>;
  close(): Promise<void>;
}

export interface LiveViews {
  open(visit: { store: string; reference: string; purpose: string }): Promise<LiveView>;
  /** Whether a page of this purchase is open in another process. */
  isElsewhere(reference: string): Promise<boolean>;
}

const lookEveryMs = 700;
const lookOftenMs = 150;

/** Shows the page for as long as an operator watches. What goes wrong here stops nothing. Returns what ends it. */
export function showLive(
  visit: Pick<Visit, 'page' | 'film' | 'person'>,
  opening: Promise<LiveView>,
): () => Promise<void> {
  let isOver = false;
  const turn = async (view: LiveView): Promise<number> => {
    const { waitsFor } = visit.person;
    const { isWatched, isTaken, inputs } = await view.look(waitsFor);
    // A person may not touch a page while the walk is on it.
    for (const input of waitsFor === null ? [] : inputs) await apply(visit.page, input).catch(() => {});
    const isTheirs = isTaken && waitsFor !== null;
    const picture = isWatched || isTheirs ? await visit.film.shot(visit.page, isTheirs) : null;
    if (picture) await view.show(picture, visit.film.clean(visit.page.url()));
    return isTheirs ? lookOftenMs : lookEveryMs;
  };
  const run = async (): Promise<void> => {
    const view = await opening;
    try {
      while (!isOver) {
        const waitMs = await turn(view);
        if (!isOver) await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
      }
    } finally {
      await view.close();
    }
  };
  const running = run().catch(() => {});
  return async () => {
    isOver = true;
    await running;
  };
}

async function apply({ mouse, keyboard }: Page, input: Input): Promise<void> {
  switch (input.type) {
    case 'text':
      return keyboard.insertText(input.text);
    case 'key':
      return keyboard.press(input.key);
    case 'scroll':
      await mouse.move(input.x, input.y);
      return mouse.wheel(0, input.by);
    case 'click':
      return mouse.click(input.x, input.y);
    case 'move':
      return mouse.move(input.x, input.y);
    default:
      await mouse.move(input.x, input.y);
      return input.type === 'down' ? mouse.down() : mouse.up();
  }
}
