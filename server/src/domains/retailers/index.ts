export { loadRetailers } from './load.ts';
export { retailerById } from './model.ts';
export { retailerRoutes } from './routes.ts';
