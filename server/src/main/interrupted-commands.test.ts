import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportInterrupted, withMark } from './interrupted-commands.ts';

it('reports a killed command once, and none that still runs or has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errand-marks-'));
  const reported: string[] = [];
  const report = () => reportInterrupted(folder, (_details, text) => reported.push(text));
  const leaveMark = (pid: number) =>
    writeFileSync(
      join(folder, 'move-unfinished.json'),
      JSON.stringify({ target: 'db.example.com/errand', started_at: '2026-11-18T10:00:00.000Z', pid }),
    );
  expect(await withMark(folder, 'backup', '/tmp/all.errand', async () => readdirSync(folder))).toEqual([
    'backup-unfinished.json',
  ]);
  await expect(withMark(folder, 'upgrade', '', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  leaveMark(process.ppid);
  await report();
  expect(reported).toEqual([]);
  // No process can have this number.
  leaveMark(2 ** 30);
  await report();
  await report();
  expect(reported).toEqual([expect.stringContaining('errand move to db.example.com/errand was interrupted')]);
  expect(readdirSync(folder)).toEqual([]);
});
