/** The outside limits of one call: it ends when the signal aborts. */
export interface Call {
  signal: AbortSignal;
}
