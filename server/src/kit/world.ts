/** Part of every row and of every connector's type, so code needs no `if` to keep test and live apart. */
export type World = 'test' | 'live';
