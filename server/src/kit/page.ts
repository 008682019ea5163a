export interface Page {
  limit: number;
  offset: number;
}

/** A page that can start after a cursor instead of an offset. */
export interface KeyPage extends Page {
  after?: string | undefined;
}

/** Counting stops here, so a list of millions costs no more than one of thousands. A higher total means "more than". */
export const countedMax = 10_000;
/** The same for data that depends on orders, and for lists that must check each row. */
export const filteredMax = 1_000;

/** How many of the newest rows are searched for text that no index covers, such as part of an address. */
export const searchedMax = 2_000;

/**
 * The total of a list whose count may have stopped early. `found` is the number of rows on the page, plus one if there
 * are more. Rows on the page always count, so paging reaches the end.
 */
export function totalOf(counted: number, { offset }: Page, found: number): number {
  return found === 0 ? counted : Math.max(counted, offset + found);
}
