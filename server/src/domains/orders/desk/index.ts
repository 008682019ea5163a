export type { ParcelReport, ReportParcels } from './add-parcel.ts';
export { deskMail } from './receive-mail.ts';
export { deskRoutes } from './routes.ts';
export { countDesk, releaseTasks } from './sql.ts';
export { deleteDeskOf, eraseDeskOf } from './sql-erase.ts';
export type { DeskAction } from './verb.ts';
