/** Characters beyond Latin-1 in the standard PDF fonts. */
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

/** The text as PDF fonts can print it: unsupported letters lose their accents, and the rest become "?". */
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
