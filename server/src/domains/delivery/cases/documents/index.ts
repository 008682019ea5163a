export { documentJobs, queueDocuments } from './jobs.ts';
export { documentRoutes } from './routes.ts';
export { deleteDocumentsOf, eraseDocumentsOf } from './sql.ts';
