export type { ParcelReport, ReportParcels } from './add-parcel.ts';
export { eraseDeskOf } from './erase.ts';
export { deskMail } from './receive-mail.ts';
export { deskRoutes } from './routes.ts';
export type { DeskAction } from './verb.ts';
