import type { Visit } from './visit.ts';

/** A visit that operators can watch while it lasts. */
export interface LiveView {
  /** Says that the visit lasts, and whether an operator watches it. */
  isWatched(): Promise<boolean>;
  show(jpeg: Buffer, pageUrl: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenLiveView = (visit: { store: string; reference: string; purpose: string }) => Promise<LiveView>;

const lookEveryMs = 700;

/** Shows the page for as long as an operator watches. What goes wrong here stops nothing. Returns what ends it. */
export function showLive(visit: Pick<Visit, 'page' | 'film'>, opening: Promise<LiveView>): () => Promise<void> {
  let isOver = false;
  const run = async (): Promise<void> => {
    const view = await opening;
    try {
      while (!isOver) {
        if (await view.isWatched()) {
          const picture = await visit.film.shot(visit.page);
          if (picture) await view.show(picture, visit.film.clean(visit.page.url()));
        }
        if (!isOver) await new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref());
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
