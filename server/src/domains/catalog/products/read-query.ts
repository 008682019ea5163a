const numbers = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
  'nineteen twenty'
).split(' ');
const tens: Record<string, number> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

const limit =
  /\b(?:below|under|less than|cheaper than|up to|at most|no more than) (?:\$ ?(\d{1,6}(?:\.\d\d?)?)|(\d{1,6}(?:\.\d\d?)?|[a-z]{3,9}) (?:dollars|dollar|bucks|usd))(?![\w.])/i;

export interface ReadQuery {
  text: string;
  /** Cents; null where the query names no limit. */
  maxPrice: number | null;
}

/** Parses price limits: "a USB cable below ten dollars". */
export function readQuery(query: string): ReadQuery {
  const plain = query.replaceAll(/\s+/g, ' ').trim();
  const found = limit.exec(plain);
  const dollars = found && amountOf(found[1] ?? found[2] ?? '');
  const text = found ? plain.replace(found[0], '').replaceAll('  ', ' ').trim() : plain;
  return dollars && text !== '' ? { text, maxPrice: Math.round(dollars * 100) } : { text: query, maxPrice: null };
}

function amountOf(word: string): number {
  const name = word.toLowerCase();
  const place = numbers.indexOf(name);
  return place >= 0 ? place : (tens[name] ?? (name === 'hundred' ? 100 : Number(name)));
}
