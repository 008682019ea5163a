// A worker process with one real store, to be killed.

import { systemClock as clock } from '../../../src/kit/clock.ts';
import { wireSystem } from '../../../src/main/wiring.ts';
import { configFromProcess } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { connectShop, type ShopKind } from './live-shop.ts';

const { LIVE_STORE_KIND = 'vendure', LIVE_STORE_URL = '', LIVE_STORE_SETTINGS = '{}' } = process.env;
const config = configFromProcess();
const logger = createLogger({ level: config.logLevel });
const database = openDatabase({ url: config.databaseUrl ?? '', poolMax: 4 });
const connector = connectShop(LIVE_STORE_KIND as ShopKind, LIVE_STORE_URL, JSON.parse(LIVE_STORE_SETTINGS));
const system = await wireSystem({ config, database, clock, logger, liveConnectors: () => [connector] });
system.worker().start();
