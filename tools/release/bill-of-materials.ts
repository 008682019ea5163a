import { fieldsOf } from '../../server/src/kit/fields.ts';
import { run } from './run.ts';

/** CycloneDX. npm names the product after the folder of the checkout. */
export function billOfMaterials(root: string): string {
  const bill = fieldsOf(JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], root)));
  const metadata = fieldsOf(bill.metadata);
  const component = { ...fieldsOf(metadata.component), name: 'errand' };
  return `${JSON.stringify({ ...bill, metadata: { ...metadata, component } }, null, 2)}\n`;
}
