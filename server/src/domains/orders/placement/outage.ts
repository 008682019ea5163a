import { fieldsOf, listOf } from '../../../kit/fields.ts';
import { isUnavailable } from '../../../platform/database/index.ts';
import { isVaultUnavailable } from '../../../platform/secrets/index.ts';

const outageNames: ReadonlySet<unknown> = new Set(['AbortError', 'TimeoutError']);
/** Codes of the network, of TLS and of the HTTP client. */
const outageCodes = /^(ECONN|ENET|EHOST|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE|EPROTO|ERR_TLS|ERR_SSL|CERT_|UND_ERR)/;

/** Whether a call failed because the store, or the way to it, is down. Everything else is not cured by waiting. */
export function isOutage(error: unknown): boolean {
  if (isUnavailable(error) || isVaultUnavailable(error)) return true;
  const { name, code, cause, errors } = fieldsOf(error);
  if (outageNames.has(name) || (typeof code === 'string' && outageCodes.test(code))) return true;
  return [...(cause === undefined ? [] : [cause]), ...listOf(errors)].some(isOutage);
}
