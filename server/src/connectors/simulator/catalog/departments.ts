import { readFileSync } from 'node:fs';
import { type DepartmentInput, department, type Kind } from './kind.ts';

/** The product kinds in departments/<name>.json. A test validates every file. */
export function readDepartment(name: string): Kind[] {
  const file = new URL(`./departments/${name}.json`, import.meta.url);
  const words: DepartmentInput = JSON.parse(readFileSync(file, 'utf8'));
  return department(words);
}
