// Whole tables as streams of text lines (PostgreSQL's COPY): the fastest way in and out, and exact for every type.
import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

export type Client = pg.PoolClient;

/** The rows of `statement` as lines of COPY's text format, each ended by a line feed. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  return client.query(to(statement));
}

/** Takes lines of COPY's text format into the table that `statement` names. */
export function copyIn(client: pg.ClientBase, statement: string): Writable {
  return client.query(from(statement));
}
