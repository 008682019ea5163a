import { readFile } from 'node:fs/promises';
import { Value } from 'typebox/value';
import {
  agentsPolicySubject,
  findPolicy,
  PolicyBody,
  type PolicyRules,
  readPolicy,
  writeAgentsPolicy,
} from '../domains/access/policies/index.ts';
import { commandLine, recordAction } from '../domains/operations/operator/index.ts';
import { systemClock } from '../kit/clock.ts';
import { findFirstFault } from '../kit/find-first-fault.ts';
import type { World } from '../kit/world.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { createRetailerNamer, UsageError } from './key-options.ts';

/** Shows the policy for orders without an account. A file sets it first; "none" removes it. */
export async function agentsPolicyText({ db }: Database, world: World, file: string | undefined): Promise<string> {
  const before = await findPolicy(db, agentsPolicySubject(world));
  if (file === 'none' && !before) return `No policy applies to orders without an account (${world}).`;
  if (file !== undefined) {
    const rules = file === 'none' ? null : await rulesIn(file);
    await inTransaction(db, async (tx) => {
      const needs = { tx, now: systemClock.now(), nameOfRetailer: await retailerNamerIn(tx, world) };
      const written = await writeAgentsPolicy(needs, world, rules, commandLine);
      await recordAction(
        { tx, clock: systemClock },
        {
          operator: commandLine,
          name: 'policy.agents',
          subject: { type: 'policy', id: `agents/${world}` },
          ...(before ? { before: { ...before.rules } } : {}),
          ...(written ? { after: { ...written.rules } } : {}),
        },
      );
    });
  }
  const now = await findPolicy(db, agentsPolicySubject(world));
  if (!now) return `No policy applies to orders without an account (${world}).`;
  return JSON.stringify({ world, ...(await readPolicy(db, now, systemClock.now())) }, null, 2);
}

async function retailerNamerIn(tx: Parameters<typeof createRetailerNamer>[0], world: World) {
  const nameOf = await createRetailerNamer(tx, world);
  return (_world: World, retailer: string) => nameOf(retailer);
}

async function rulesIn(file: string): Promise<PolicyRules> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`The file cannot be read: ${error.message}`);
  });
  let rules: unknown;
  try {
    rules = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
  if (Value.Check(PolicyBody, rules)) return rules;
  const fault = findFirstFault(PolicyBody, rules);
  throw new UsageError(`${file} is not a valid policy: ${fault?.path || 'it'} ${fault?.words ?? ''}`.trim());
}
