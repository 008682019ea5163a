import type { FastifyRequest } from 'fastify';

/** Large bodies are checked where they are read, away from the event loop, and not once more with the rest of the request. */
const checkedBodies = new WeakSet<FastifyRequest>();

export const markBodyChecked = (request: FastifyRequest): void => {
  checkedBodies.add(request);
};

export const isCheckedBody = (request: FastifyRequest): boolean => checkedBodies.has(request);
