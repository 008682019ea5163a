import { agentSealedColumns } from '../domains/agent/index.ts';
import { sealedColumns } from '../domains/managed-accounts/index.ts';
import { orderSealedColumns } from '../domains/orders/index.ts';
import { peopleSealedColumns } from '../domains/people/index.ts';
import { checkoutSealedColumns } from '../domains/placement/index.ts';
import { questionSealedColumns } from '../domains/questions/index.ts';
import { storeSealedColumns } from '../domains/stores/index.ts';
import { urlCredentialColumns, webhookSealedColumns } from '../domains/webhooks/index.ts';
import { type SealedColumn, serviceSealedColumns } from '../platform/secrets/index.ts';

/**
 * Every column that holds sealed records: a slice that seals something adds its own here. Those of tables that grow come last: the
 * sweep of keys then has little left to look for. A checkout has no index, which every order would pay for.
 */
export const everySealedColumn: readonly SealedColumn[] = [
  ...sealedColumns,
  ...agentSealedColumns,
  ...orderSealedColumns,
  ...peopleSealedColumns,
  ...storeSealedColumns,
  ...webhookSealedColumns,
  ...urlCredentialColumns,
  ...serviceSealedColumns,
  ...questionSealedColumns,
  ...checkoutSealedColumns,
];
