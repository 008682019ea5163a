export { deviceRoutes } from './routes.ts';
export { deleteDevicesBefore, eraseDevicesOf } from './sql.ts';
