export interface Page {
  limit: number;
  offset: number;
}

/** A page that may go on behind something, instead of after so many. */
export interface KeyPage extends Page {
  after?: string | undefined;
}

/** Counting stops here, so that a list of millions costs no more than one of thousands: a higher total means "more than". */
export const countedMax = 10_000;
/** The same for what hangs on orders, and where each row has to be looked at before it counts. */
export const filteredMax = 1_000;

/** So many of the newest rows are looked through for what no index knows, such as a part of an address. */
export const searchedMax = 2_000;

/**
 * The total of a list whose count may have stopped early. `found` are the rows of the page and, where there are any, one more: what
 * the page itself shows is counted in any case, so that paging goes on to the end.
 */
export function totalOf(counted: number, { offset }: Page, found: number): number {
  return found === 0 ? counted : Math.max(counted, offset + found);
}
