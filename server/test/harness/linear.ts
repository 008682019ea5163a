import { expect } from 'vitest';

const times = 8;
/** Linear time grows 8 times, quadratic 64 times. */
const growthMax = 24;
/** Shorter runs are noise. At the sizes used, a quadratic run takes far longer. */
const noiseMs = 100;

/**
 * CPU time of this thread, so a busy machine does not matter: the fastest of three runs, or the first if it is long.
 */
async function fastestMs(run: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 3 && (runs === 0 || fastest < 200); runs += 1) {
    const start = process.threadCpuUsage();
    await run();
    const { user, system } = process.threadCpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}

/**
 * Fails if reading eight times the text takes much more than eight times as long. `make` creates a text of a length.
 */
export async function expectLinear(
  read: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
): Promise<void> {
  const [short, long] = [make(length / times), make(length)];
  const shortMs = await fastestMs(() => read(short));
  // Clearly quadratic code is not run at full length: it would block the suite.
  const longMs = shortMs > 500 ? Number.POSITIVE_INFINITY : await fastestMs(() => read(long));
  const isLinear = longMs < noiseMs || longMs / shortMs < growthMax;
  expect(
    isLinear,
    `${shortMs.toFixed(1)} ms for ${short.length} characters, ${longMs.toFixed(1)} for ${long.length}`,
  ).toBe(true);
}
