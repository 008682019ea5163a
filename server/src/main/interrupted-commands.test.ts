import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownIdentity } from '../platform/database/index.ts';
import { removeScratch } from './backup/scratch.ts';
import { reportInterrupted, withMark } from './interrupted-commands.ts';

it('reports a killed command once, and none that still runs or has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errand-marks-'));
  const reported: string[] = [];
  const report = () => reportInterrupted(folder, (_details, text) => reported.push(text));
  const leaveMark = (process: string) =>
    writeFileSync(
      join(folder, 'move-unfinished.json'),
      JSON.stringify({ target: 'db.example.com/errand', started_at: '2026-11-18T10:00:00.000Z', process }),
    );
  expect(await withMark(folder, 'backup', '/tmp/all.errand', async () => readdirSync(folder))).toEqual([
    'backup-unfinished.json',
  ]);
  await expect(withMark(folder, 'upgrade', '', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  leaveMark(ownIdentity());
  await report();
  expect(reported).toEqual([]);
  // After a restart, and always in a container, another process has the number of the killed one.
  leaveMark(`${process.ppid} 1`);
  await report();
  await report();
  expect(reported).toEqual([expect.stringContaining('errand move to db.example.com/errand was interrupted')]);
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves no half backup behind when another backup is made after a killed one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errand-marks-'));
  const target = join(folder, 'killed.errand');
  writeFileSync(`${target}.partial`, 'half');
  const mark = { target, started_at: '2026-11-18T10:00:00.000Z', process: `${process.ppid} 1` };
  writeFileSync(join(folder, 'backup-unfinished.json'), JSON.stringify(mark));
  await withMark(folder, 'backup', join(folder, 'next.errand'), async () => {});
  expect(readdirSync(folder)).toEqual([]);
});

it('removes the scratch database of a killed test restore, and none that is in use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errand-marks-'));
  const inUse = `errand-verify-${ownIdentity().replace(' ', '_')}_b`;
  for (const name of [`errand-verify-${process.ppid}_1_a`, inUse, 'other']) mkdirSync(join(folder, name));
  expect(await removeScratch(folder)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([inUse, 'other']);
});
