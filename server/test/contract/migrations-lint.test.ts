import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

function lint(names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'errand-migrations-'));
  for (const name of [...names, 'indexes.sql']) writeFileSync(join(folder, name), 'select 1;\n');
  const args = [join('tools', 'lint-migrations.ts'), relative(root, folder)];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, stderr };
}

it('fails when two migrations have the same number', () => {
  expect(lint(['0900_one.sql', '0901_two.sql'])).toEqual({ status: 0, stderr: '' });
  const repeated = lint(['0900_one.sql', '0900_two.sql']);
  expect(repeated.status).toBe(1);
  expect(repeated.stderr).toContain('0900_two.sql: another migration has the number 0900');
});
