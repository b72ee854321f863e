// A buyer's first steps (§7 useronboarding/config): those of its kind of account, each done automatically, ticked by hand, or open.
import type { OutputOf } from '../../contract/index.ts';
import { type BuyerStep, buyerSteps, judgeSteps } from '../../domain/onboarding-steps.ts';
import { listMarks } from '../account/onboarding/mark.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { findFirstSteps } from './first-steps.sql.ts';

export async function showFirstSteps(context: Context): Promise<OutputOf<'onboardingConfig'>> {
  const { owner } = context;
  const buyer = buyerOf(context);
  const { accountId, partnerId, kind, approval, passwordSet, verAuthFlag } = buyer;
  const seen = await listMarks(owner, accountId);
  if (kind !== 'main' && kind !== 'sub' && kind !== 'member') return { seen, steps: [] };
  const exists = await findFirstSteps(owner, { accountId, partnerId, kind });
  const found = new Set(Object.entries(exists).flatMap(([step, there]) => (there ? [step] : [])));
  if (approval === 'approved') found.add('approval');
  if (passwordSet) found.add('password');
  // A quotation is made by those who are let in, signed in by password.
  const mayQuote = approval === 'approved' && verAuthFlag;
  const all: readonly BuyerStep[] = buyerSteps[kind];
  return {
    seen,
    steps: judgeSteps(
      all.filter((step) => step !== 'quotation' || mayQuote),
      found,
      seen,
    ),
  };
}
