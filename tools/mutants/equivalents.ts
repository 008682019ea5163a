/** Changes of the pure rules that nobody could see from outside, each with the reason. */
export const equivalents: { file: string; to: string; why: string }[] = [];
