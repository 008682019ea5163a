/** Test and live are two worlds: part of every row and of every connector's type, never an `if`. */
export type World = 'test' | 'live';
