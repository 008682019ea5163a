// Checks every regular expression for super-linear time, which would let outside text block the process for minutes.
// `node tools/lint-regexps.ts --write` updates the list of safe ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFiles, readApi } from './api-documents.ts';
import { exemptions } from './regexps/exemptions.ts';
import { type Found, patternsIn, regexpsIn } from './regexps/find.ts';
import { isTest, root, runSourceChecks, type SourceCheck } from './sources.ts';

// The native build may be missing, and results must be the same everywhere.
process.env.RECHECK_BACKEND = 'pure';

const listFile = join(root, 'tools', 'regexps', 'safe.json');
const timeoutMs = 30_000;
const attackMs = 25;

const found: Found[] = [];

export const regexpCheck: SourceCheck = {
  takes: (file) => /^(?:cli|sdk\/src|server\/src|web\/src)\//.test(file) && !isTest(file),
  visit: (source) => void found.push(...regexpsIn(source)),
  async finish(isWriting) {
    const retailers = JSON.parse(readFileSync(join(root, 'config/retailers.json'), 'utf8'));
    found.push(
      ...apiFiles.flatMap((file) => patternsIn(`server/${file}`, readApi(file), 'u')),
      ...patternsIn('config/retailers.json', retailers, 'iu'),
    );
    for (const each of found) await checkExpression(each);
    for (const { file, source } of exemptions)
      if (!used.has(`${file} ${source}`))
        faults.push(`tools/regexps/exemptions.ts: nothing in ${file} needs its exemption.`);
    if (isWriting) writeFileSync(listFile, `${JSON.stringify([...safe].sort(), null, 2)}\n`);
    return faults;
  },
};

const nameOf = ({ source, flags }: { source: string; flags: string }): string => `/${source}/${flags}`;
const known = new Set<string>(JSON.parse(readFileSync(listFile, 'utf8')));
const safe = new Set<string>();
const faults: string[] = [];
const used = new Set<string>();

/** The most CPU time an expression takes on a text of the maximum length at its place. */
function longestMs({ source, flags }: { source: string; flags: string }, attacks: readonly string[]): number {
  const times = attacks.map((attack) => {
    const start = process.cpuUsage();
    new RegExp(source, flags.replace('y', '')).exec(attack);
    return process.cpuUsage(start).user / 1000;
  });
  return Math.max(0, ...times);
}

async function checkExpression({ file, line, source, flags }: Found): Promise<void> {
  const place = `${file}:${line}`;
  const exemption = exemptions.find((entry) => entry.file === file && entry.source === source);
  if (exemption) used.add(`${exemption.file} ${exemption.source}`);
  if (source === null) {
    const isListed = exemptions.find((entry) => entry.file === file && entry.source === null);
    if (isListed) used.add(`${file} null`);
    else faults.push(`${place}: a regular expression that is put together at run time. Write it as a literal.`);
    return;
  }
  const name = nameOf({ source, flags });
  if (safe.has(name)) return;
  if (known.has(name)) {
    safe.add(name);
    return;
  }
  if (exemption?.lengthMax) {
    const attacks = exemption.attacks.map((piece) => piece.repeat(exemption.lengthMax / piece.length));
    const ms = longestMs({ source, flags }, attacks);
    if (ms > attackMs)
      faults.push(`${place}: ${name} takes ${ms.toFixed(0)} ms for ${exemption.lengthMax} characters.`);
    return;
  }
  if (exemption) return;
  const { check } = await import('recheck');
  const answer = await check(source, flags, { timeout: timeoutMs });
  if (answer.status === 'safe') safe.add(name);
  else if (answer.status === 'vulnerable')
    faults.push(`${place}: ${name} takes ${answer.complexity.summary} time, as with ${answer.attack.pattern}`);
  else faults.push(`${place}: ${name} could not be checked (${answer.error.kind}). Make it simpler.`);
}

if (import.meta.main) await runSourceChecks([regexpCheck], process.argv.includes('--write'));
