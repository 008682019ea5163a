/** The same seed gives the same numbers. */
export type Random = (below: number) => number;

/** A seeded random number generator (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/** A change of a shop's pages. */
export interface Change {
  name: string;
  /** Changes a page that the shop sent. */
  page?(html: string, path: string, random: Random): string;
  /** A script that runs in the last page, between the review and the submit. */
  between?: string;
}

/** Redesigns that keep the purchase right, and changes that don't. */
export interface ShopChanges {
  harmless: Change[];
  /** Must be refused: the purchase would be wrong, or could be. */
  harmful: Change[];
}

const swap = (html: string, one: string, other: string): string => html.replaceAll(one, other);

/** Renames IDs in pages and their scripts. */
export const renameIds = (ids: readonly string[]): Change => ({
  name: 'renamed ids',
  page: (html, _path, random) =>
    ids
      .filter(() => random(2) === 0)
      .reduce(
        (page, id) =>
          swap(swap(page, `id="${id}"`, `id="x-${id}"`), `'#${id}'`, `'#x-${id}'`).replaceAll(
            `for="${id}"`,
            `for="x-${id}"`,
          ),
        html,
      ),
});

export const renameClasses = (classes: readonly string[]): Change => ({
  name: 'renamed classes',
  page: (html, _path, random) =>
    classes
      .filter(() => random(2) === 0)
      .reduce((page, name) => swap(page, `class="${name}"`, `class="css-${name}1x"`), html),
});

/** Changes one label. */
export const changeLabel = (labels: readonly (readonly [string, string])[]): Change => ({
  name: 'changed label',
  page(html, _path, random) {
    const [from = '', to = ''] = labels[random(labels.length)] ?? [];
    return swap(html, from, to);
  },
});

export const alertDialog: Change = {
  name: 'a dialog that says something',
  page: (html) => `${html}<script>if (top === self) setTimeout(() => alert('New: gift cards!'), 20);</script>`,
};

export const cornerNote: Change = {
  name: 'a note in the corner',
  page: (html) =>
    `${html}<div style="position:fixed;right:4px;bottom:4px">Chat with us <button type="button">Buy later</button></div>`,
};

export const wrappedBody: Change = {
  name: 'moved into other blocks',
  page: (html) =>
    html.replace('<body>', '<body><div class="shell"><div class="grid">').replace(/(<\/body>|$)/, '</div></div>$1'),
};

export const heldByVeil: Change = {
  name: 'a dialog over the page',
  page: (html, path) =>
    path.includes('pay')
      ? `${html}<div style="position:fixed;inset:0;z-index:99;background:#000a"><h2>Join our club</h2><button type="button">Join</button></div>`
      : html,
};
