// GetYourGuide's deals (decision 0692), as its documentation has them: created, listed by product and deleted. It judges what it gets by
// rules of its own, so that a mistake of ours shows.
import type { IncomingMessage } from 'node:http';

type PlayedDeal = {
  dealId: number;
  dealName: string;
  dateRange: { start: string; end: string };
  dealType: string;
  maxVacancies: number;
  discountPercentage: number;
  noticePeriodDays: number;
};

/** By product. */
export type PlayedDeals = Map<string, PlayedDeal[]>;

const dayMilliseconds = 86_400_000;

function isWrong({
  dateRange: { start, end },
  dealType,
  maxVacancies,
  discountPercentage,
  noticePeriodDays,
}: PlayedDeal) {
  const until = (Date.parse(start) - Date.now()) / dayMilliseconds;
  const isKind = dealType === 'early_bird' ? noticePeriodDays >= 7 && noticePeriodDays < until : noticePeriodDays <= 3;
  return !isKind || end < start || !(maxVacancies > 0) || !(discountPercentage > 0 && discountPercentage < 100);
}

const refused = (status: number, errorCode: string, errorMessage: string) => ({
  ...{ status, body: { errorCode, errorMessage } },
});

/** Below /gyg/1/deals, from a caller that is known. */
export function answerDeals(
  deals: PlayedDeals,
  refusing: Set<string>,
  { method, url = '' }: IncomingMessage,
  text: string,
): { status: number; body: object | undefined } {
  const { pathname, searchParams } = new URL(url, 'http://gyg.example');
  if (method === 'DELETE') {
    const id = Number(pathname.split('/').at(-1));
    const [ref, list] = [...deals].find(([, all]) => all.some(({ dealId }) => dealId === id)) ?? [];
    if (!ref || !list) return refused(404, 'RESOURCE_NOT_FOUND', 'There is no such deal');
    deals.set(
      ref,
      list.filter(({ dealId }) => dealId !== id),
    );
    return { status: 204, body: undefined };
  }
  if (method === 'GET') {
    const list = deals.get(searchParams.get('externalProductId') ?? '') ?? [];
    // As its examples: a list has no notice.
    return {
      status: 200,
      body: { deals: list.map(({ noticePeriodDays: _, ...deal }) => ({ ...deal, gygTourOptionId: 7 })) },
    };
  }
  const { externalProductId: ref, ...rest } = JSON.parse(text).data;
  const deal = { ...rest, dealId: 36_457 + [...deals.values()].flat().length } as PlayedDeal;
  if (refusing.has(ref) || isWrong(deal))
    return refused(400, 'VALIDATION_FAILURE', 'The deal overlaps with another one');
  deals.set(ref, [...(deals.get(ref) ?? []), deal]);
  return { status: 201, body: { deals: [{ dealId: deal.dealId, gygTourOptionId: 7 }] } };
}
