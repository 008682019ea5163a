const segment = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?';
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
const keyLengthMax = 512;

/** No segment starts or ends with a dot: no key leaves its folder or meets a draft, and no two are tidied into one. */
export const isKey = (text: string): boolean => text.length <= keyLengthMax && keyPattern.test(text);
