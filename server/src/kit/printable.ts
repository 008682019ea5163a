/** Characters that the standard fonts of a PDF have beyond Latin-1. */
const extras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  ẞ: 'SS',
};

const isPrintable = (character: string): boolean =>
  /[\x20-\x7e\xa0-\xff]/.test(character) || extras.includes(character);

/** The text as the fonts of a PDF can print it: a letter that they lack loses its accents, and what is left is a "?". */
export function printable(text: string): string {
  const characters = [...text.normalize('NFC').replaceAll(/\s+/g, ' ')];
  return characters
    .map((character) => {
      if (isPrintable(character)) return character;
      const plain = letters[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return plain !== '' && [...plain].every(isPrintable) ? plain : '?';
    })
    .join('')
    .trim();
}
