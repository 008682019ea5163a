import { sealedColumns } from '../domains/catalog/retailer-accounts/index.ts';
import { storeSealedColumns } from '../domains/catalog/stores/index.ts';
import { agentSealedColumns } from '../domains/channels/agent/core.ts';
import { urlCredentialColumns, webhookSealedColumns } from '../domains/channels/webhooks/index.ts';
import { actionSealedColumns, orderSealedColumns } from '../domains/orders/orders/index.ts';
import { checkoutSealedColumns } from '../domains/orders/placement/index.ts';
import { peopleSealedColumns } from '../domains/people/index.ts';
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
  ...actionSealedColumns,
  ...checkoutSealedColumns,
];
