// What the server and its requests are, for those whom http.ts itself needs: it would import itself through them.
import type { FastifyInstance } from 'fastify';

export type { FastifyReply, FastifyRequest } from 'fastify';
export type App = FastifyInstance;
