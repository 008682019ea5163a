import { Secret, TOTP } from 'otpauth';
import type { Card, Payment, StoreAccount } from '../../connectors/contract.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { SealedColumn, Vault } from '../../platform/secrets/index.ts';
import type { OrderRow } from './store.ts';
import type { NewSecrets } from './store-accept.ts';
import { loadSecrets, type SecretsRow } from './store-secrets.ts';

/** The client's own log-in at the store, and how the client pays there. */
export interface OwnMeans {
  credentials: { email: string; password: string; totpKey: string | null; verificationCode: string | null };
  /** Null: the gift balance of that account pays. */
  card: Card | null;
}

/** Who buys and who pays; the service itself unless the client brought its own means. */
export interface Means {
  account: StoreAccount | null;
  payment: Payment;
}

export const serviceMeans: Means = { account: null, payment: { kind: 'service' } };

interface SealedMeans {
  credentials: OwnMeans['credentials'];
  card: Omit<Card, 'securityCode'> | null;
}

const contextOf = (orderId: string) => `orders/${orderId}/means`;
const codeContextOf = (orderId: string) => `orders/${orderId}/security_code`;

/** What this slice has sealed, for the rotation of master keys. */
export const orderSealedColumns: SealedColumn[] = [
  { table: 'order_secrets', column: 'sealed', contextOf, idColumn: 'order_id' },
  { table: 'order_secrets', column: 'security_code', contextOf: codeContextOf, idColumn: 'order_id' },
];

/** The security code is sealed apart from the rest, since it goes earlier. */
export function sealMeans(vault: Vault, orderId: string, means: OwnMeans): NewSecrets {
  const { securityCode = null, ...card } = means.card ?? {};
  const sealed: SealedMeans = {
    credentials: means.credentials,
    card: means.card && (card as Omit<Card, 'securityCode'>),
  };
  return {
    sealed: vault.seal(JSON.stringify(sealed), contextOf(orderId)).toString('base64'),
    security_code: securityCode === null ? null : vault.seal(securityCode, codeContextOf(orderId)).toString('base64'),
  };
}

/** The client's own account and card where it gave them, else the service's. */
export async function meansFor(needs: MeansNeeds, order: Pick<OrderRow, 'id' | 'paid_by_client'>): Promise<Means> {
  const row = order.paid_by_client ? await loadSecrets(needs.database, order.id) : null;
  return row ? meansOf(needs, order.id, row) : serviceMeans;
}

interface MeansNeeds {
  database: Database;
  vault: Vault;
  clock: Clock;
}

/** Secrets are opened at the moment of their use, from the row that this attempt has read, and kept nowhere. */
function meansOf(needs: { vault: Vault; clock: Clock }, orderId: string, row: SecretsRow): Means {
  const open = () => JSON.parse(openText(needs.vault, row.sealed, contextOf(orderId))) as SealedMeans;
  const { credentials, card } = open();
  const account: StoreAccount = {
    id: orderId,
    email: credentials.email,
    password: async () => open().credentials.password,
    async totp() {
      const { totpKey } = open().credentials;
      if (totpKey === null) return null;
      return new TOTP({ secret: Secret.fromBase32(totpKey) }).generate({ timestamp: needs.clock.now().getTime() });
    },
    // Nobody reads this mailbox for the client: the one code that came with the order is all there is.
    mailedCode: async () => open().credentials.verificationCode,
    session: { load: async () => null, save: async () => {} },
  };
  if (!card) return { account, payment: { kind: 'gift_balance' } };
  const openCard = async (): Promise<Card> => ({
    ...open().card!,
    securityCode: row.security_code && openText(needs.vault, row.security_code, codeContextOf(orderId)),
  });
  return { account, payment: { kind: 'card', open: openCard } };
}

function openText(vault: Vault, sealed: Buffer, context: string): string {
  const plain = vault.open(sealed, context);
  try {
    return plain.toString();
  } finally {
    plain.fill(0);
  }
}
