// An agent's quotation (§2 onlinequotation): customer and terms, lines, prices, sharing, its history.
import { useEffect, useState } from 'react';
import { data, useNavigate, useRevalidator } from 'react-router';
import { todayIn } from '../../../../domain/dates.ts';
import { paths } from '../../../../domain/paths.ts';
import { load } from '../../../load.ts';
import { mayQuote } from '../../../parts/account/list-pages.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { FindProduct } from '../../../parts/quotation/find-product.tsx';
import { mostLines } from '../../../parts/quotation/save-list.ts';
import { QuotationHistory } from '../../../parts/quotation/show-history.tsx';
import { QuotationBadge } from '../../../parts/quotation/status-badge.tsx';
import { useProducts } from '../../../parts/quotation/use-products.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-quotation';
import { DraftLineCard } from './draft-line.tsx';
import { DraftTerms } from './draft-terms.tsx';
import { ShareQuotation } from './share-quotation.tsx';
import { addSameRoom, emptyLine, fillFirst, type OpenDraft, type Saved, useQuotationDraft } from './use-draft.ts';

export async function loader({ params }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  if (!mayQuote(user)) throw data({ missing: true }, { status: 404 });
  const saved = params.id === 'new' ? null : await load('quotation', { id: params.id });
  return { saved, zone: user.zone };
}

export default function EditQuotation({ loaderData: { saved, zone } }: Route.ComponentProps) {
  const today = todayIn(zone, useNow());
  // Another quotation, or a change by another person to this one, starts a new draft.
  return <Editor key={`${saved?.id} ${saved?.version}`} saved={saved} today={today} />;
}

function Editor({ saved, today }: { saved: Saved | null; today: string }) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const open = useQuotationDraft(saved, today);
  const { draft, dirty, problem, busy } = open;
  const [done, setDone] = useState(false);
  const title = saved ? `${say('quotation.listTitle')} ${saved.number}` : say('quotation.new');
  const fixed = saved?.status === 'booked';
  const submit = async () => {
    setDone(false);
    await open.save(async ({ id }) => {
      setDone(true);
      if (saved) await revalidate();
      else await navigate(paths.savedQuotation(id), { replace: true });
    });
  };
  return (
    <form noValidate className="mx-auto grid max-w-4xl gap-4 py-6 lg:py-8" onSubmit={onSend(submit)}>
      <header className="flex flex-wrap items-center gap-3">
        <PageHeading text={title} />
        {saved && <QuotationBadge status={saved.status} />}
        {saved && <span className="text-sm text-quiet">{say('quotation.version', { version: saved.version })}</span>}
      </header>
      {saved && !fixed && saved.status !== 'draft' && (
        <Notice tone="info" title={say('quotation.revise', { version: saved.version + 1 })} />
      )}
      <fieldset disabled={fixed || busy} className="grid min-w-0 gap-4">
        <DraftTerms open={open} />
        <Lines open={open} />
      </fieldset>
      {problem && <CallProblem title={problem} />}
      {!fixed && (
        <Card className="grid gap-4">
          {saved && <Sums saved={saved} />}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" busy={busy} disabled={saved !== null && !dirty}>
              {say('quotation.save')}
            </Button>
            <p role="status" className="text-sm text-quiet">
              {dirty ? draft.lines.length > 0 && say('quotation.unsaved') : done && say('quotation.saved')}
            </p>
          </div>
        </Card>
      )}
      {saved && !dirty && <ShareQuotation saved={saved} />}
      {saved && <QuotationHistory saved={saved} />}
      <LeaveGuard dirty={dirty && !busy} />
    </form>
  );
}

function Lines({ open }: { open: OpenDraft }) {
  const { say } = useWords();
  const { draft, change, changeLine } = open;
  const { lines } = draft;
  const { products, problem } = useProducts(lines.map((line) => line.productId));
  const nextKey = Math.max(0, ...lines.map((line) => line.key)) + 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is filled in are the lines themselves
  useEffect(() => {
    for (const line of lines) {
      const filled = fillFirst(line, line.productId ? products.get(line.productId) : undefined);
      if (filled !== line) changeLine(line.key, () => filled);
    }
  }, [lines, products]);
  const move = (from: number, to: number) => {
    const next = [...lines];
    next.splice(to, 0, ...next.splice(from, 1));
    change({ lines: next });
  };
  return (
    <>
      {problem && <CallProblem title={problem} />}
      {lines.map((line, at) => (
        <DraftLineCard
          key={line.key}
          {...{ line, at, open }}
          product={line.productId ? products.get(line.productId) : undefined}
          onUp={at > 0 ? () => move(at, at - 1) : undefined}
          onDown={at < lines.length - 1 ? () => move(at, at + 1) : undefined}
          onRemove={() => change({ lines: lines.filter((one) => one.key !== line.key) })}
          onCopy={
            lines.length < mostLines
              ? () => change({ lines: lines.toSpliced(at + 1, 0, addSameRoom(line, nextKey)) })
              : undefined
          }
        />
      ))}
      {lines.length < mostLines && (
        <Card className="grid gap-4">
          <FindProduct
            onAdd={({ id, name }) => change({ lines: [...lines, { ...emptyLine(nextKey), productId: id, name }] })}
          />
          <div>
            <Button variant="outline" onClick={() => change({ lines: [...lines, emptyLine(nextKey)] })}>
              {say('quotation.addText')}
            </Button>
          </div>
        </Card>
      )}
    </>
  );
}

function Sums({ saved }: { saved: Saved }) {
  const words = useWords();
  const { say } = words;
  const figures = [
    ['quotation.customerPrice', saved.total],
    ['quotation.own', saved.net],
    ['quotation.margin', saved.margin],
  ] as const;
  return (
    <FactGrid
      aria-live="polite"
      className="gap-3 sm:grid-cols-3"
      look="text-lg font-bold tabular-nums"
      facts={figures.map(([word, amount]) => [say(word), amount ? words.money(amount) : '–'])}
    />
  );
}
