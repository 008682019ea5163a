import type { Card } from '../../../connectors/contract.ts';
import type { MemoryRelay, SealedColumn, Vault } from '../../../platform/secrets/index.ts';
import type { NewSecrets } from './sql-accept.ts';

/** The client's own login at the store, and its payment. */
export interface ClientCredentials {
  credentials: { email: string; password: string; totpKey: string | null; verificationCode: string | null };
  /** Null: the account's gift balance pays. */
  card: Card | null;
}

interface SealedCredentials {
  credentials: ClientCredentials['credentials'];
  card: Omit<Card, 'securityCode'> | null;
  /** The code itself is only in a process's memory. */
  hasSecurityCode?: boolean;
}

// The vault binds sealed data to this text, so it keeps its old form.
const contextOf = (orderId: string) => `orders/${orderId}/means`;

/** Sealed columns of this slice, for key rotation. */
export const orderSealedColumns: SealedColumn[] = [
  { table: 'order_secrets', column: 'sealed', contextOf, idColumn: 'order_id', isErasable: true },
];

const withoutSecurityCode = ({ securityCode: _code, ...card }: Card): Omit<Card, 'securityCode'> => card;

/** Seals everything but the security code, which stays in memory. */
export async function sealClientCredentials(
  { vault, codes }: { vault: Vault; codes: MemoryRelay },
  orderId: string,
  own: ClientCredentials,
): Promise<NewSecrets> {
  const securityCode = own.card?.securityCode ?? null;
  if (securityCode !== null) codes.keep(orderId, securityCode);
  const sealed: SealedCredentials = {
    credentials: own.credentials,
    card: own.card && withoutSecurityCode(own.card),
    hasSecurityCode: securityCode !== null,
  };
  const record = await vault.sealErasable(JSON.stringify(sealed), contextOf(orderId));
  return { sealed: record.toString('base64') };
}

/** Wipes the bytes at once. */
export async function openClientCredentials(vault: Vault, orderId: string, sealed: Buffer): Promise<SealedCredentials> {
  const plain = await vault.openErasable(sealed, contextOf(orderId));
  try {
    return JSON.parse(plain.toString()) as SealedCredentials;
  } finally {
    plain.fill(0);
  }
}
