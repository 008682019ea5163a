import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { rotateLog } from './log-file.ts';
import { createLogger, openOutput } from './logger.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('keeps a log file and five earlier parts, while it is written to', () => {
  const file = join(folder, 'errand.log');
  const stream = openOutput(file);
  const logger = createLogger({ level: 'info', destination: stream });
  for (let part = 1; part <= 8; part += 1) {
    logger.info({ part }, 'line');
    stream.flushSync();
    expect(rotateLog(file, 1_000_000)).toBe(false);
    expect(rotateLog(file, 10)).toBe(true);
  }
  logger.info({ part: 9 }, 'line');
  stream.flushSync();
  expect(readdirSync(folder).sort()).toEqual(['errand.log', ...[1, 2, 3, 4, 5].map((n) => `errand.log.${n}`)]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ part: 9 });
  expect(JSON.parse(readFileSync(`${file}.1`, 'utf8'))).toMatchObject({ part: 8 });
  expect(JSON.parse(readFileSync(`${file}.5`, 'utf8'))).toMatchObject({ part: 4 });
  appendFileSync(join(folder, 'other.log'), '');
  expect(rotateLog(join(folder, 'missing.log'))).toBe(false);
});
