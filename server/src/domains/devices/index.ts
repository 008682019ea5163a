export { deviceRoutes } from './routes.ts';
export { deleteDevicesBefore, eraseDevicesOf } from './store.ts';
