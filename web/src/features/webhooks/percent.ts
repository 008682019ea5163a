/** A percentage that is 100% only if nothing failed. */
export const percentOf = (share: number): string => `${Math.floor(share * 1000) / 10}%`;
