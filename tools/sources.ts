// Runs checks over the TypeScript sources, so several share one parse of each file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

export const root = join(import.meta.dirname, '..');
export const isTest = (file: string): boolean => /\.test\.tsx?$|^server\/test\//.test(file);

export interface Source {
  /** Relative to the repository. */
  file: string;
  text: string;
  /** Parsed on first use. */
  ast(): unknown;
}

export interface SourceCheck {
  takes(file: string): boolean;
  visit(source: Source): void;
  /** Returns what is wrong. With `isWriting`, updates the check's own file instead of comparing it. */
  finish(isWriting: boolean): string[] | Promise<string[]>;
}

export const parse = (file: string, text: string): unknown =>
  parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' });

function open(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  let parsed: unknown;
  return {
    file,
    text,
    ast() {
      parsed ??= parse(file, text);
      return parsed;
    },
  };
}

/** Prints what is wrong, and then fails the process. */
export async function runSourceChecks(checks: readonly SourceCheck[], isWriting = false): Promise<void> {
  const patterns = ['*.ts', '*.tsx', '*.mjs'];
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of stdout.split('\n').sort()) {
    const interested = checks.filter((check) => check.takes(file));
    if (interested.length === 0 || !existsSync(join(root, file))) continue;
    const source = open(file);
    for (const check of interested) check.visit(source);
  }
  for (const check of checks)
    for (const fault of await check.finish(isWriting)) {
      console.error(fault);
      process.exitCode = 1;
    }
}
