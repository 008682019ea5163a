export { loadRetailers } from './load.ts';
export { type Retailer, retailerById } from './model.ts';
export { retailerRoutes } from './routes.ts';
export { listSwitches, lockSwitch, retailerIsOff, type SwitchRow, writeSwitch } from './sql.ts';
export { createSwitches, type Switches } from './switches.ts';
