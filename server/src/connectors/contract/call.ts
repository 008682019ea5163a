export interface Call {
  signal: AbortSignal;
}
