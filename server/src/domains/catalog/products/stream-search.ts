import { presentPart, presentSearchOfAll } from './present.ts';
import { type SearchNeeds, type SearchOfAllRequest, type SearchPart, searchAllStores } from './search-all-stores.ts';

/** Streams a search as NDJSON: each store's results, who is left out, and finally the ranked list. */
export async function* streamSearch(
  needs: SearchNeeds,
  search: SearchOfAllRequest,
  onEnd: (resultCount: number) => void,
): AsyncGenerator<string> {
  const parts: SearchPart[] = [];
  let changed = Promise.withResolvers<void>();
  let isOver = false;
  const answer = searchAllStores(needs, search, (part) => {
    parts.push(part);
    changed.resolve();
  });
  const end = () => {
    isOver = true;
    changed.resolve();
  };
  answer.then(end, end);
  for (;;) {
    const part = parts.shift();
    if (part) yield `${JSON.stringify(presentPart(part))}\n`;
    else if (isOver) break;
    else {
      await changed.promise;
      changed = Promise.withResolvers<void>();
    }
  }
  const view = presentSearchOfAll(search.query, await answer);
  onEnd(view.results.length);
  yield `${JSON.stringify({ type: 'end', ...view })}\n`;
}
