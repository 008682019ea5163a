/** What stands at the end of a note. Shops may turn the line break before it into a space. */
export const referenceLine = (reference: string): string => `Reference: ${reference}`;

export const referenceIn = (note: string): string | null => /Reference: (\S+)\s*$/.exec(note)?.[1] ?? null;
