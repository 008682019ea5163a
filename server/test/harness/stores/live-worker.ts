// A worker of the service with one real store, in a process of its own: to be killed.

import type { Store } from '../../../src/connectors/store.ts';
import { vendure } from '../../../src/connectors/vendure/index.ts';
import { systemClock as clock } from '../../../src/kit/clock.ts';
import { wire } from '../../../src/main/wiring.ts';
import { configFromProcess } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createPlainClient } from './client.ts';
import { liveStore } from './request.ts';

const config = configFromProcess();
const logger = createLogger({ level: config.logLevel });
const database = openDatabase({ url: config.databaseUrl ?? '', poolMax: 4 });
const store = liveStore('vendure', process.env.LIVE_STORE_URL ?? '', { payment: 'cash-on-delivery' }) as Store<'live'>;
const needs = { client: createPlainClient(20_000), clock, logger, credentials: async () => ({}) };
const system = await wire({ config, database, clock, logger, liveConnectors: () => [vendure.create(store, needs)] });
system.worker().start();
