// `node tools/stores.ts install <kind>…` installs stores that the tests buy from.
import { ensureInstalled, instanceKinds } from './stores/install.ts';

const wanted = instanceKinds.filter((kind) => process.argv.slice(3).includes(kind));
if (process.argv[2] !== 'install' || wanted.length === 0) {
  console.error(`Usage: node tools/stores.ts install ${instanceKinds.join(' | ')}`);
  process.exit(1);
}
for (const kind of wanted) console.log(`${kind}: ${await ensureInstalled(kind, console.log)}`);
