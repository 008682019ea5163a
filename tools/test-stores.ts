// The long suites against real stores: installs the stores, then buys there. Not part of `npm test`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, instanceKinds } from './stores/install.ts';

const root = join(import.meta.dirname, '..');
for (const kind of instanceKinds) await ensureInstalled(kind, console.log);
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const { status } = spawnSync(vitest, ['run', '--config', 'vitest.stores.config.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
});
process.exit(status ?? 1);
