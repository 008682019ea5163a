/** People who buy by hand. Optional; the core uses core.ts. */

export type { ParcelReport, ReportParcels } from './add-parcel.ts';
export type { DeskAction } from './desk-needs.ts';
export { deskMail } from './receive-mail.ts';
export { deskRoutes } from './routes.ts';
