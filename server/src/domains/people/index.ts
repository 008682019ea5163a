export { createPeople } from './people.ts';
export { peopleRoutes } from './routes.ts';
export { authRoutes } from './routes-auth.ts';
export { factorRoutes } from './routes-factor.ts';
export { peopleSealedColumns } from './secret.ts';
export { deleteEnded as prunePeople } from './store.ts';
export { deleteFactor } from './store-factors.ts';
