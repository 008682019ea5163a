import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '../../server/src/kit/fields.ts';
import { run } from './run.ts';
import { externalsOf } from './stage.ts';

interface Place {
  root: string;
  staged: string;
  target: string;
  version: string;
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Builds `errand-<version>.tgz`. npm installs packages that are not bundled, and Node.js if the machine's is older. */
export function packPackage({ root, staged, target, version }: Place): void {
  const { description, license, dependencies } = fieldsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const versions = fieldsOf(dependencies);
  const manifest = {
    name: 'errand',
    version,
    description,
    license,
    type: 'module',
    bin: { errand: 'bin/errand.mjs' },
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(externalsOf(root, staged).map((name) => [name, versions[name]])),
    optionalDependencies: Object.fromEntries(platforms.map((platform) => [`node-${platform}`, versions.node])),
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  run('npm', ['pack', '--pack-destination', target], staged);
}
