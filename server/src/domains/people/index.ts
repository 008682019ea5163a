export { allPeopleRoutes } from './all-routes.ts';
export { createPeople } from './people.ts';
export { peopleSealedColumns } from './secret.ts';
export { deleteEnded as prunePeople } from './store.ts';
export { deleteFactor, listEnrolled } from './store-factors.ts';
