import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createVault, type Vault, VaultError } from './index.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const context = 'accounts/7d7b/password';
const canary = 'correct horse battery staple';

let dataDir: string;
let logged: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vault-'));
  logged = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function vaultWith(...masterKeys: string[]): Vault {
  const logger = createLogger({ level: 'trace', destination: { write: (line) => logged.push(line) } });
  return createVault({ masterKeys, dataDir, logger });
}

function faultOf(work: () => unknown): VaultError {
  try {
    work();
  } catch (error) {
    if (error instanceof VaultError) {
      expect(inspect(error)).not.toContain(canary);
      return error;
    }
    throw error;
  }
  throw new Error('It should have been refused.');
}

describe('sealing', () => {
  it('opens what it sealed, in its own context only', () => {
    const vault = vaultWith(newKey());
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), fc.string(), fc.string(), (bytes, here, there) => {
        const sealed = vault.seal(Buffer.from(bytes), here);
        expect(vault.open(sealed, here)).toEqual(Buffer.from(bytes));
        if (here !== there) expect(() => vault.open(sealed, there)).toThrow(VaultError);
      }),
    );
    expect(vault.open(vault.seal('grüße 👋', context), context).toString()).toBe('grüße 👋');
  });

  it("leaves the caller's bytes alone and never seals twice alike", () => {
    const vault = vaultWith(newKey());
    const plain = Buffer.from(canary);
    const sealed = vault.seal(plain, context);
    expect(plain.toString()).toBe(canary);
    expect(sealed.includes(canary)).toBe(false);
    expect(vault.seal(plain, context).equals(sealed)).toBe(false);
    expect(sealed.length).toBe(canary.length + 2 + 16 + 60 + 28);
  });

  it('refuses a record with any one byte changed, cut short or made longer', () => {
    const vault = vaultWith(`k1:${newKey()}`);
    const sealed = vault.seal(canary, context);
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed);
      altered[at]! ^= 1 + (at % 255);
      faultOf(() => vault.open(altered, context));
      expect(faultOf(() => vault.open(sealed.subarray(0, at), context)).fault).not.toBe('bad_master_key');
    }
    faultOf(() => vault.open(Buffer.concat([sealed, Buffer.of(0)]), context));
    faultOf(() => vault.open(Buffer.alloc(0), context));
  });

  it('refuses anything at all that it did not seal', () => {
    const vault = vaultWith(`k1:${newKey()}`);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        faultOf(() => vault.open(Buffer.from(bytes), context));
        faultOf(() => vault.open(Buffer.concat([Buffer.from('\x01\x02k1'), bytes]), context));
        faultOf(() => vault.rewrap(Buffer.from(bytes), context));
      }),
    );
  });

  it('refuses parts of one record in another of the same context', () => {
    const vault = vaultWith(`k1:${newKey()}`);
    const [first, second] = [vault.seal(canary, context), vault.seal(canary, context)];
    const mixed = Buffer.concat([first.subarray(0, 64), second.subarray(64)]);
    expect(faultOf(() => vault.open(mixed, context)).fault).toBe('not_authentic');
  });

  it('tells the operator about an unknown key and about a wrong one', () => {
    const sealed = vaultWith(`old:${newKey()}`).seal(canary, context);
    const unknown = faultOf(() => vaultWith(`new:${newKey()}`).open(sealed, context));
    expect(unknown.fault).toBe('unknown_master_key');
    expect(unknown.message).toContain('encrypted with the master key "old", which is not in MASTER_KEYS');
    const wrong = faultOf(() => vaultWith(`old:${newKey()}`).open(sealed, context));
    expect(wrong.fault).toBe('not_authentic');
    expect(wrong.message).toContain('"old" in MASTER_KEYS is not the key it was encrypted with');
  });
});

describe('rotation', () => {
  it('re-encrypts with the newest key without decrypting the secret', () => {
    const [oldKey, newestKey] = [`2025:${newKey()}`, newKey()];
    const sealed = vaultWith(oldKey).seal(canary, context);
    const both = vaultWith(newestKey, oldKey);
    expect(both.needsRewrap(sealed)).toBe(true);
    expect(both.open(sealed, context).toString()).toBe(canary);
    const rewrapped = both.rewrap(sealed, context);
    expect(both.needsRewrap(rewrapped)).toBe(false);
    expect(rewrapped.subarray(-56)).toEqual(sealed.subarray(-56));
    expect(vaultWith(newestKey).open(rewrapped, context).toString()).toBe(canary);
    expect(faultOf(() => vaultWith(oldKey).open(rewrapped, context)).fault).toBe('unknown_master_key');
  });

  it('does not decrypt a record in another context', () => {
    const [oldKey, newestKey] = [`a:${newKey()}`, `b:${newKey()}`];
    const sealed = vaultWith(oldKey).seal(canary, context);
    const both = vaultWith(newestKey, oldKey);
    expect(faultOf(() => both.rewrap(sealed, 'accounts/other/password')).fault).toBe('not_authentic');
    expect(faultOf(() => vaultWith(newestKey).rewrap(sealed, context)).fault).toBe('unknown_master_key');
  });

  it('asks for a re-wrap of what it cannot read, so that the fault is seen', () => {
    expect(vaultWith(newKey()).needsRewrap(Buffer.from('nonsense'))).toBe(true);
  });
});

describe('master keys', () => {
  it('says what a bad entry should look like, without repeating it', () => {
    const bad = ['short', randomBytes(31).toString('base64'), `a b:${newKey()}`, `x:y:${newKey()}`, `:${newKey()}`, ''];
    for (const entry of bad) {
      const error = faultOf(() => vaultWith(newKey(), entry));
      expect(error.fault).toBe('bad_master_key');
      expect(error.message).toContain('Entry 2 in MASTER_KEYS must be 32 bytes in base64');
      if (entry !== '') expect(error.message).not.toContain(entry);
    }
    expect(faultOf(() => vaultWith(`a:${newKey()}`, `a:${newKey()}`)).message).toContain('two keys with the same name');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('takes base64url too, and names a key alike in both', () => {
    const key = Buffer.alloc(32, 0xfb);
    const sealed = vaultWith(key.toString('base64')).seal(canary, context);
    expect(vaultWith(key.toString('base64url')).open(sealed, context).toString()).toBe(canary);
  });

  it('creates a development key that only its owner can read, logs a warning, and keeps it', () => {
    const sealed = vaultWith().seal(canary, context);
    const [file, ...others] = readdirSync(dataDir);
    expect(others).toEqual([]);
    const path = join(dataDir, file!);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const key = readFileSync(path, 'utf8').trim();
    expect(logged.join()).toContain('MASTER_KEYS is not set');
    expect(logged.join()).not.toContain(key);
    expect(vaultWith().open(sealed, context).toString()).toBe(canary);
    // Moving to production: the same key as the last entry still opens what it sealed.
    expect(vaultWith(newKey(), key).open(sealed, context).toString()).toBe(canary);
  });

  it('refuses a damaged key file instead of making a new key', () => {
    vaultWith();
    const path = join(dataDir, readdirSync(dataDir)[0]!);
    writeFileSync(path, '');
    expect(faultOf(() => vaultWith()).message).toContain('is damaged');
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('gives processes that start at once the same development key', async () => {
    const program = `
      import { createVault } from ${JSON.stringify(new URL('./vault.ts', import.meta.url).href)};
      const vault = createVault({ masterKeys: [], dataDir: process.argv[1], logger: { warn() {} } });
      process.stdout.write(vault.seal('mine', 'race').toString('hex'));`;
    const starts = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir]);
      return child.stdout.toArray().then((chunks) => Buffer.from(chunks.join(''), 'hex'));
    });
    const vault = vaultWith();
    for (const sealed of await Promise.all(starts)) expect(vault.open(sealed, 'race').toString()).toBe('mine');
    expect(readdirSync(dataDir)).toHaveLength(1);
  });
});
