import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { type Clock, minuteMs } from '../../kit/clock.ts';
import { formatCents } from '../../kit/money.ts';
import { type Database, inTransaction, isUniqueViolation, type Tx } from '../../platform/database/index.ts';
import { enqueueEvents } from '../../platform/queue/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import type { Caller } from '../accounts/index.ts';
import {
  type Asked,
  approvalMinutes,
  asksForTitles,
  type Decided,
  decideAll,
  findBinding,
  newAlerts,
  policyDenied,
  recordDecisions,
} from '../policies/index.ts';
import { draftQuestion, insertQuestion, type NewQuestion, type QuestionRow } from '../questions/index.ts';
import { type Acceptance, acceptOrders, type NewOrder } from './store-accept.ts';
