import type { LoginAnswer } from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { forwardingEmail, maskConfig } from './model.ts';
import { accountContext, codeContext, openText } from './secrets.ts';
import type { AccountRow } from './sql.ts';
import type { EventRow } from './sql-events.ts';

export interface PresentNeeds {
  vault: Vault;
  mailDomain: string;
}

/** An allow-list: the password and the TOTP secret are not on it. */
export async function presentAccount({ vault, mailDomain }: PresentNeeds, row: AccountRow, now: Date) {
  return {
    id: row.id,
    short_id: row.short_id,
    email: row.email,
    retailer: row.retailer,
    forwarding_email: forwardingEmail(row.short_id, mailDomain),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    has_totp: row.totp_sealed !== null,
    has_forwarding: row.forwarding_verified_at !== null,
    is_paused: row.is_paused,
    pause_reason: row.pause_reason,
    // An expired lease doesn't count.
    locked_by_job_id: row.locked_until !== null && row.locked_until > now ? row.locked_by_job_id : null,
    cooldown_minutes: row.cooldown_minutes,
    test_clock: row.test_clock,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    retailer_config: await maskedConfig(vault, row),
  };
}

export type AccountView = Awaited<ReturnType<typeof presentAccount>>;

async function maskedConfig(vault: Vault, row: AccountRow): Promise<Record<string, unknown> | null> {
  if (row.config_sealed === null) return null;
  const config: unknown = JSON.parse(await openText(vault, row.config_sealed, accountContext(row.id, 'config')));
  return fieldsOf(maskConfig(config));
}

export function presentVerification(answer: LoginAnswer, account: AccountView) {
  if (answer.kind === 'ok') return { verified: true, error_type: null, message: null, account };
  return { verified: false, error_type: answer.reason, message: answer.message, account };
}

export async function presentEvent(vault: Vault, row: EventRow) {
  const isKept = row.sealed !== null && row.code_id !== null;
  return {
    type: row.type,
    occurred_at: row.occurred_at.toISOString(),
    detail: row.detail,
    // Owners need this link. Codes are never shown.
    confirmation_url: isKept
      ? await openText(vault, assertDefined(row.sealed), codeContext(assertDefined(row.code_id)))
      : null,
  };
}
