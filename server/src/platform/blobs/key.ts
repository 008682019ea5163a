const segment = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?';
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
const keyLengthMax = 512;

/**
 * No segment starts or ends with a dot, so a key cannot leave its folder, match a draft, or normalize to another key.
 */
export const isKey = (text: string): boolean => text.length <= keyLengthMax && keyPattern.test(text);
