import { sealedColumns } from '../domains/catalog/retailer-accounts/index.ts';
import { storeSealedColumns } from '../domains/catalog/stores/index.ts';
import { agentSealedColumns } from '../domains/channels/agent/core.ts';
import { urlCredentialColumns, webhookSealedColumns } from '../domains/channels/webhooks/index.ts';
import { actionSealedColumns, orderSealedColumns } from '../domains/orders/orders/index.ts';
import { checkoutSealedColumns } from '../domains/orders/placement/index.ts';
import { peopleSealedColumns } from '../domains/people/index.ts';
import { type SealedColumn, serviceSealedColumns } from '../platform/secrets/index.ts';

/**
 * Every column with sealed records. A slice that seals something adds its columns here. Growing tables come last, so
 * the sweep of unused keys has few left to search for. Checkouts have no index, which every order would pay for.
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
