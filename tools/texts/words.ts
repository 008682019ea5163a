/** Words that the voice rules out, and what to write instead. Quoted code and API names are taken out of a text before. */
export const ruledOut: [RegExp, string][] = [[/\bcalls? (?:it|them) off\b/i, 'cancel, canceled']];
