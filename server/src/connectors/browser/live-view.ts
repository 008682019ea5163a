import type { Page } from 'playwright-core';
import type { BrowserSession } from './browser-session.ts';

/** Input of a person who took over a page, in pixels of the page. */
export type Input =
  | { type: 'click' | 'down' | 'up' | 'move'; x: number; y: number }
  | { type: 'scroll'; x: number; y: number; by: number }
  | { type: 'text'; text: string }
  | { type: 'key'; key: string };

/** Lets operators watch a session, and take over while it waits for a person. */
export interface LiveView {
  readonly id: string;
  /** The console page for taking over. */
  readonly url: string;
  /** Reports that the session is alive and what it waits for. Returns whether it is watched, and new input. */
  poll(waitsFor: string | null): Promise<{ isWatched: boolean; isTaken: boolean; inputs: Input[] }>;
  show(jpeg: Buffer, pageUrl: string): Promise<void>;
  close(): Promise<void>;
}

export interface LiveViews {
  open(visit: { store: string; reference: string; purpose: string }): Promise<LiveView>;
  /** Whether a page of this purchase is open in another process. */
  isElsewhere(reference: string): Promise<boolean>;
}

const frameEveryMs = 700;
const watchedFrameEveryMs = 150;

/** Shows the page while an operator watches. Errors here don't stop the session. Returns a function that ends it. */
export function startLiveView(
  visit: Pick<BrowserSession, 'page' | 'recorder' | 'person'>,
  opening: Promise<LiveView>,
): () => Promise<void> {
  let isOver = false;
  const turn = async (view: LiveView): Promise<number> => {
    const { waitsFor } = visit.person;
    const { isWatched, isTaken, inputs } = await view.poll(waitsFor);
    // Ignore input while the recipe is running.
    for (const input of waitsFor === null ? [] : inputs) await applyInput(visit.page, input).catch(() => {});
    const isTheirs = isTaken && waitsFor !== null;
    const picture = isWatched || isTheirs ? await visit.recorder.shot(visit.page, isTheirs) : null;
    if (picture) await view.show(picture, visit.recorder.clean(visit.page.url()));
    return isTheirs ? watchedFrameEveryMs : frameEveryMs;
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

async function applyInput({ mouse, keyboard }: Page, input: Input): Promise<void> {
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
