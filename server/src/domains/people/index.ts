export { peopleAreaRoutes } from './all-routes.ts';
export * from './devices/index.ts';
export * from './oauth/index.ts';
export { createSignIn } from './people.ts';
export { peopleSealedColumns } from './secret.ts';
export { deleteEnded as prunePeople } from './sql.ts';
export { deleteFactor, listEnrolled } from './sql-factors.ts';
