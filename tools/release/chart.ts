import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

/** `errand-chart-<version>.tgz`, for `helm install`. */
export function writeChart({
  root,
  target,
  work,
  version,
}: {
  root: string;
  target: string;
  work: string;
  version: string;
}): void {
  const folder = join(work, 'errand-chart');
  cpSync(join(root, 'deploy', 'helm'), folder, { recursive: true });
  const file = join(folder, 'Chart.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('0.0.0', version));
  run('tar', ['-czf', join(target, `errand-chart-${version}.tgz`), '-C', work, 'errand-chart'], root);
}
