import { expect, it } from 'vitest';
import { paths } from '../../../domain/paths.ts';
import { listPages, type User } from './list-pages.ts';

it('shows the facts of a partner to distributors and their sub-accounts, not to members and guests (§2 uc)', () => {
  const has = (kind: User['kind']) => listPages({ kind } as User).some(({ to }) => to === paths.partner());
  const kinds = ['main', 'sub', 'member', 'guest'] as const;
  expect(kinds.filter(has)).toEqual(['main', 'sub']);
});
