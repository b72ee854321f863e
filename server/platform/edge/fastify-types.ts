// The types of the server and its requests, in a file of their own because http.ts would otherwise import itself through its users.
import type { FastifyInstance } from 'fastify';

export type { FastifyReply, FastifyRequest } from 'fastify';
export type App = FastifyInstance;
