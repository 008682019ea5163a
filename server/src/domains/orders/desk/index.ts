/** People who buy by hand. Optional; the core uses core.ts. */

export type { DeskAction } from './desk-needs.ts';
export { deskMail } from './receive-mail.ts';
export type { ParcelReport, ReportParcels } from './record-purchase.ts';
export { deskRoutes } from './routes.ts';
