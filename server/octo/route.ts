// A call of OCTO: its address, what it takes and what it gives. bind-octo.ts gives them their addresses.
import type { Context } from '../platform/context.ts';
import type { Capability } from './capabilities.ts';
import type { inputs, OctoInput } from './read-input.ts';

export type OctoAsking = {
  context: Context;
  has: ReadonlySet<Capability>;
  /** Absolute address of the interface. */
  root: string;
};

export type OctoRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  /** Of the log of calls, and of its share of the connections. */
  name: string;
  writes: boolean;
  input: keyof typeof inputs;
  answer(asking: OctoAsking, input: never): Promise<unknown> | unknown;
};

type Answer<Name extends keyof typeof inputs> = (
  asking: OctoAsking,
  input: OctoInput<Name>,
) => Promise<unknown> | unknown;

const make =
  (method: OctoRoute['method'], writes: boolean) =>
  <Name extends keyof typeof inputs>(
    path: `/${string}`,
    name: string,
    input: Name,
    answer: Answer<Name>,
  ): OctoRoute => ({
    ...{ method, writes, path, name, input, answer },
  });

export const reads = make('GET', false);
export const readsByPost = make('POST', false);
export const writes = make('POST', true);
export const amends = make('PATCH', true);
export const removes = make('DELETE', true);
