import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { answerDictionaries } from './answer-dictionary.ts';
import { packAnswer, unpackAnswer } from './packed-answer.ts';

const unpacked = (packed: Buffer) => unpackAnswer({ answer: '', packed });

it.each(['', '{}', '{"request_id":"a"}', 'Grüße ☃ \u0000 \ud83d\ude00', 'x'.repeat(200_000)])(
  'gives back what was packed, byte for byte (%#)',
  (text) => {
    expect(unpacked(packAnswer(text))).toBe(text);
  },
);

it('reads what is not packed as it is', () => {
  expect(unpackAnswer({ answer: '{"id":1}', packed: null })).toBe('{"id":1}');
});

it('has every dictionary that was ever used, unchanged: rows are read with them for as long as their orders exist', () => {
  const hashes = [...answerDictionaries].map(([number, dictionary]) => [
    number,
    createHash('sha256').update(dictionary).digest('hex'),
  ]);
  expect(hashes).toEqual([[1, '49fc03062f8a4d69c8f410ad695c689786073fd568ac9a3670c499025f2dc111']]);
  expect(unpacked(Buffer.from('AYPmS+M0Q3OjZEMLgnneyBTkI4yArAUA', 'base64'))).toBe(
    '{"id":"3f172c18","status":"pending","max_price":2500,"next_action":null}',
  );
});

it('refuses what a newer version packed, instead of answering something else', () => {
  const dictionary = Buffer.from('of tomorrow');
  const packed = Buffer.concat([Buffer.of(2), deflateRawSync('{}', { dictionary })]);
  expect(() => unpacked(packed)).toThrow('dictionary 2');
});
