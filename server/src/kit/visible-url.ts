/**
 * Parsers remove some of these characters and encode the others, so the URL that is called would differ from the one
 * that people read. Joiners are left out: some languages need them.
 */
const unseen = /[\s\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/u;

/** Whether a URL is what it looks like: no spaces, line breaks, control characters, or marks that reorder text. */
export const isVisibleUrl = (text: string): boolean => !unseen.test(text);
