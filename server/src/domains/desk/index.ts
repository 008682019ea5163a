export type { ParcelReport, ReportParcels } from './add-parcel.ts';
export { deskMail } from './receive-mail.ts';
export { deskRoutes } from './routes.ts';
export { countDesk, markDone as markDeskDone } from './store.ts';
export { eraseDeskOf } from './store-erase.ts';
export type { DeskAction } from './verb.ts';
