import type { PaymentChallenge } from '../../../sdk/src/payer.ts';

const encode = (text: string): string => `Payment ${Buffer.from(text).toString('base64url')}`;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What decoders are known to skip or fold. */
const noise = ['=', '==', '!', ' ', '\t', '\n', '\r\n', '\0', '.', '~', '%3D', '\u00a0', '\u200b', '\ufeff', '\u0301'];

/** Texts that a lenient parser might read as this one. */
function alike(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  const last = alphabet.indexOf(text.at(-1) ?? '');
  const sameBits = [1, 2, 3].map((bits) => text.slice(0, -1) + (alphabet[(last & ~3) | bits] ?? ''));
  const fullWidth = String.fromCharCode(text.charCodeAt(0) + 0xfee0) + text.slice(1);
  return [
    ...noise.flatMap((one) => [one + text, text.slice(0, middle) + one + text.slice(middle), text + one]),
    ...sameBits,
    text.toLowerCase(),
    text.toUpperCase(),
    text.replaceAll('-', '+').replaceAll('_', '/'),
    fullWidth,
    text + '='.repeat(5000),
    text.repeat(100).slice(0, 5000),
    text + text,
    '',
  ];
}

const escaped = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Hundreds of spellings of one credential: its encoding, its JSON and every field of its challenge. */
export function spellingsOf(challenge: PaymentChallenge, payload: Record<string, unknown>): string[] {
  const credential = { challenge, payload };
  const json = JSON.stringify(credential);
  const plain = Buffer.from(json).toString('base64url');
  const fields = Object.entries(challenge) as [string, string][];
  const respelled = fields.flatMap(([name, value]) =>
    alike(value).map((other) => JSON.stringify({ challenge: { ...challenge, [name]: other }, payload })),
  );
  const otherTypes = fields.flatMap(([name, value]) =>
    [[value], { value }, null, 1, true].map((other) =>
      JSON.stringify({ challenge: { ...challenge, [name]: other }, payload }),
    ),
  );
  const extras = ['opaque', 'meta', 'source', 'ID', 'id ', 'nonce', '__proto__x'].flatMap((name) =>
    ['', 'x', 'e30', '=', name].map((value) =>
      JSON.stringify({ challenge: { ...challenge, [name]: value }, payload, [name]: value }),
    ),
  );
  const written = [
    json.replace('{', '{ '),
    ` ${json}\n`,
    `\ufeff${json}`,
    JSON.stringify(credential, null, 2),
    JSON.stringify({ payload, challenge: Object.fromEntries(fields.toReversed()) }),
    json.replace(challenge.id, escaped(challenge.id)),
    json.replace('"id"', '"\\u0069d"'),
    json.replace('"id":', '"id":"x","id":'),
    json.replace('"challenge":', '"challenge":{},"challenge":'),
    JSON.stringify({ challenge, payload: { ...payload, more: 1 } }),
    ...alike(challenge.id).map((id) => json.replace('"id":', `"id":${JSON.stringify(id)},"id":`)),
  ];
  const headers = [
    `payment ${plain}`,
    `PAYMENT   ${plain}`,
    `Payment ${plain}=`,
    `Payment ${plain}==`,
    `Payment ${plain}  `,
    `Payment ${Buffer.from(json).toString('base64')}`,
    `Payment ${plain}, Payment ${plain}`,
    `Payment "${plain}"`,
  ];
  return [encode(json), ...headers, ...[...written, ...respelled, ...otherTypes, ...extras].map(encode)];
}
