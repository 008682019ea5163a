/** Changes of the pure rules that cannot be seen from outside, each with the reason. */
export const equivalents: { file: string; to: string; why: string }[] = [];
