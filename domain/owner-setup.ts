// Setting up a new owner (decision 0315): its steps, in the order of the screen, and the rules of what is typed in them.
import { checkForm, type FormRules } from './account-forms.ts';
import type { FieldProblem, FieldProblems } from './errors.ts';
import { readHost } from './safe-host.ts';

export const setupSteps = ['names', 'reach', 'admin', 'transfer', 'registration', 'booking', 'privacy'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Longest texts of the steps that are one line each. */
export const setupForms = {
  names: {
    code: { kind: 'text', max: 30, required: true },
    name: { kind: 'text', max: 120, required: true },
    legalName: { kind: 'text', max: 200, required: true },
    taxNumber: { kind: 'text', max: 60 },
  },
  admin: {
    name: { kind: 'text', max: 50, required: true },
    email: { kind: 'email', max: 120, required: true },
  },
} as const satisfies Record<string, FormRules>;

export const longestLegalAddress = 500;
const mostHostnames = 10;

/** A short name in lower-case letters, digits and hyphens: addresses, files and the log name the owner by it. */
const codeShape = /^[a-z][a-z0-9-]{1,29}$/;

/** Several lines of an address or of instructions; no other control characters. */
function checkLines(text: string, max: number): FieldProblem | undefined {
  if (!text.trim()) return 'required';
  if ([...text].length > max) return 'tooLong';
  return /[\p{Cc}\p{Cs}]/u.test(text.replace(/\r?\n/g, ' ')) ? 'characters' : undefined;
}

type Names = Record<'code' | 'name' | 'legalName' | 'legalAddress' | 'taxNumber', string>;

export function judgeNames(names: Names): FieldProblems {
  const fields: FieldProblems = checkForm(names, setupForms.names);
  if (!fields.code && !codeShape.test(names.code.trim())) fields.code = { problem: 'ownerCode' };
  const address = checkLines(names.legalAddress, longestLegalAddress);
  if (address) fields.legalAddress = { problem: address, max: longestLegalAddress };
  return fields;
}

/** The hostnames typed one a line, in lower case, each once. */
export function readHostnames(text: string): string[] {
  const typed = text.split(/[\s,]+/).map((line) => line.trim().toLowerCase());
  return [...new Set(typed.filter(Boolean))];
}

/** A name that browsers look up; no address in numbers, no port. */
export function isHostname(host: string): boolean {
  const read = readHost(host);
  return read?.name === host && read.host === host && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host);
}

type Reach = { hostnames: readonly string[]; languages: readonly string[] };

export function judgeReach({ hostnames, languages }: Reach): FieldProblems {
  const fields: FieldProblems = {};
  if (!hostnames.length) fields.hostnames = { problem: 'required' };
  else if (!hostnames.every(isHostname)) fields.hostnames = { problem: 'hostForm' };
  else if (hostnames.length > mostHostnames) fields.hostnames = { problem: 'tooMany', max: mostHostnames };
  if (!languages.length) fields.languages = { problem: 'choose' };
  return fields;
}

/** Steps that are not saved yet; an owner is opened once there are none. */
export function findMissingSteps(saved: Partial<Record<SetupStep, unknown>>): SetupStep[] {
  return setupSteps.filter((step) => !saved[step]);
}
