import type { FastifyRequest } from 'fastify';

/** Large bodies are validated on a worker thread when they are read, so the main validation skips them. */
const checkedBodies = new WeakSet<FastifyRequest>();

export const markBodyChecked = (request: FastifyRequest): void => {
  checkedBodies.add(request);
};

export const isCheckedBody = (request: FastifyRequest): boolean => checkedBodies.has(request);
