/** A share as a percentage that says 100% only of all. */
export const percentOf = (share: number): string => `${Math.floor(share * 1000) / 10}%`;
