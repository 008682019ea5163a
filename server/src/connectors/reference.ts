const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/**
 * The reference in a store's text, or null. Stores shorten text and change its case, so only a whole ID names an order:
 * part of one may be part of ours.
 */
export const referenceIn = (text: string): string | null => uuid.exec(text)?.[0].toLowerCase() ?? null;
