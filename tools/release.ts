// Builds release/: an executable, an npm package, a Helm chart, an SBOM, checksums and release notes. `npm run release
// -- --platform linux-x64,linux-arm64` builds executables for other platforms too.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fieldsOf } from '../server/src/kit/fields.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { writeChart } from './release/chart.ts';
import { buildExecutable } from './release/executable.ts';
import { releaseNotes } from './release/notes.ts';
import { packPackage } from './release/package.ts';
import { stageFiles } from './release/stage.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'release');
const work = join(target, '.work');
const version = String(fieldsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version);
const { values } = parseArgs({
  options: { platform: { type: 'string', default: `${process.platform}-${process.arch}` } },
});

function sumUp(): void {
  const names = readdirSync(target).filter((name) => statSync(join(target, name)).isFile() && name !== 'SHA256SUMS');
  const line = (name: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(target, name)))
      .digest('hex')}  ${name}\n`;
  writeFileSync(join(target, 'SHA256SUMS'), names.sort().map(line).join(''));
}

rmSync(target, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const staged = join(work, 'errand');
stageFiles(root, staged);
packPackage({ root, staged, target, version });
for (const platform of values.platform.split(',')) buildExecutable({ root, staged, target, work, version, platform });
writeChart({ root, target, work, version });
writeFileSync(join(target, 'sbom.cdx.json'), billOfMaterials(root));
writeFileSync(
  join(target, 'release-notes.md'),
  releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version),
);
rmSync(work, { recursive: true, force: true });
sumUp();
for (const name of readdirSync(target))
  console.log(`release/${name}  ${(statSync(join(target, name)).size / 1e6).toFixed(1)} MB`);
