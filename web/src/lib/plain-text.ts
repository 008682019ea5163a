/** Text from outside on one line, without characters that could break, hide or reorder the text around them. */
export const plainText = (text: string): string => text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
