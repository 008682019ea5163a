import { expect, it } from 'vitest';
import { createOutputCounter } from './output-watch.ts';

const megabytes = (many: number, ending = ''): Buffer =>
  Buffer.concat([Buffer.alloc(many * 1024 ** 2, 'x'), Buffer.from(ending)]);

it('lets a browser send what sessions need', () => {
  let now = 0;
  const problemWith = createOutputCounter(0, () => now);
  for (let message = 0; message < 30; message += 1) {
    now += 2_000;
    for (let piece = 0; piece < 7; piece += 1) expect(problemWith(megabytes(1))).toBeNull();
    expect(problemWith(Buffer.from('end\0{"id":1}\0{"id"'))).toBeNull();
    expect(problemWith(Buffer.from(':2}\0'))).toBeNull();
  }
});

it('counts a message across pieces, and starts again after its end', () => {
  const problemWith = createOutputCounter(0, () => 0);
  expect(problemWith(megabytes(7, '\0'))).toBeNull();
  expect(problemWith(megabytes(7))).toBeNull();
  expect(problemWith(megabytes(1))).toBeNull();
  expect(problemWith(Buffer.from('xx'))).toBe('a message was too long');
});

it('counts many short messages', () => {
  let now = 0;
  const problemWith = createOutputCounter(0, () => now);
  const piece = megabytes(1, '\0');
  const send = (): number => {
    let sent = 0;
    while (sent < 100 && problemWith(piece) === null) sent += 1;
    return sent;
  };
  expect(send()).toBe(63);
  now += 10_000;
  expect(send()).toBe(63);
});
