// Above the sheet: the month, undo and redo, filling, copying a month, a new session time.
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronLeft,
  IconChevronRight,
  IconClockDollar,
  IconClockPlus,
  IconCoins,
  IconCopy,
  IconPaint,
  IconTicket,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { addDays } from '../../../../domain/dates.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { copyOn, FillDays } from './fill-days.tsx';
import { type Calendar, monthOf, nextMonth, type RowChoice } from './stock-cells.ts';
import type { Stock } from './use-stock.ts';

/** Rows that are shown now; rows without a toggle have values and stay visible. */
export type ShownRows = RowChoice & { toggle: Record<keyof RowChoice, (() => void) | undefined> };

type StockToolsProps = {
  stock: Stock;
  month: string;
  today: string;
  /** Of an open ticket, which has no days. */
  open: boolean;
  /** Sold at times of a day. */
  timed: boolean;
  sessions: string[];
  skus: Calendar['skus'];
  shown: ShownRows;
  onSession(session: string): void;
};

export function StockTools(props: StockToolsProps) {
  const { stock, month, today, open, timed, sessions, skus, onSession } = props;
  const { say } = useWords();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [dialog, setDialog] = useState<'fill' | 'session'>();
  const action = useAction();
  const close = () => setDialog(undefined);
  const copy = () =>
    action.run(() => copyOn({ stock, month, today, sessions, skus }), {
      onDone: (count) =>
        count && navigate(`?${new URLSearchParams({ ...Object.fromEntries(params), month: nextMonth(month) })}`),
      done: (count) => (count ? '' : say('inventory.nothingToCopy')),
      reloads: false,
    });
  const problem = action.error?.text || action.done?.text;
  return (
    <div className="mb-3 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {open ? <p className="font-semibold">{say('inventory.openTicket')}</p> : <Months month={month} />}
        <div className="flex flex-wrap gap-2">
          <UndoButtons stock={stock} />
          <RowButtons {...props.shown} />
          {!open && <MonthTools busy={action.busy !== undefined} timed={timed} onCopy={copy} onOpen={setDialog} />}
        </div>
      </div>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Dialog open={dialog === 'fill'} onClose={close} title={say('inventory.fill.title')}>
        <FillDays {...{ stock, month, today, sessions, skus }} onDone={close} />
      </Dialog>
      <Dialog open={dialog === 'session'} onClose={close} title={say('inventory.newSession')}>
        <NewSession
          known={sessions}
          onSession={(session) => {
            onSession(session);
            close();
          }}
        />
      </Dialog>
    </div>
  );
}

/** Shows or hides rows for each SKU: its separate limit, its price in each session, its cost. */
function RowButtons(shown: ShownRows) {
  const { say } = useWords();
  const buttons = [
    { name: 'limits', word: 'inventory.limits', Icon: IconTicket },
    { name: 'prices', word: 'inventory.sessionPrices', Icon: IconClockDollar },
    { name: 'costs', word: 'inventory.costs', Icon: IconCoins },
  ] as const;
  return buttons.map(
    ({ name, word, Icon }) =>
      shown.toggle[name] && (
        <Button key={name} variant="outline" size="sm" aria-pressed={shown[name]} onClick={shown.toggle[name]}>
          <Icon aria-hidden="true" className="size-4" />
          {say(word)}
        </Button>
      ),
  );
}

type MonthToolsProps = { busy: boolean; timed: boolean; onCopy(): void; onOpen(dialog: 'fill' | 'session'): void };

function MonthTools({ busy, timed, onCopy, onOpen }: MonthToolsProps) {
  const { say } = useWords();
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => onOpen('fill')}>
        <IconPaint aria-hidden="true" className="size-4" />
        {say('inventory.fill.title')}
      </Button>
      <Button variant="outline" size="sm" busy={busy} onClick={onCopy}>
        <IconCopy aria-hidden="true" className="size-4" />
        {say('inventory.copyOn')}
      </Button>
      {timed && (
        <Button variant="outline" size="sm" onClick={() => onOpen('session')}>
          <IconClockPlus aria-hidden="true" className="size-4" />
          {say('inventory.newSession')}
        </Button>
      )}
    </>
  );
}

function UndoButtons({ stock }: { stock: Stock }) {
  const { say } = useWords();
  const buttons = [
    { word: 'ui.undo', Icon: IconArrowBackUp, act: stock.undo, may: stock.mayUndo },
    { word: 'inventory.redo', Icon: IconArrowForwardUp, act: stock.redo, may: stock.mayRedo },
  ];
  return buttons.map(({ word, Icon, act, may }) => (
    <Button key={word} variant="outline" size="sm" onClick={act} disabled={!may} aria-label={say(word)}>
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  ));
}

function Months({ month }: { month: string }) {
  const words = useWords();
  const [params] = useSearchParams();
  const hrefOf = (next: string) => `?${new URLSearchParams({ ...Object.fromEntries(params), month: next })}`;
  const first = `${month}-01`;
  const arrow = 'grid size-11 place-items-center rounded-lg border border-line bg-surface hover:border-brand';
  return (
    <div className="flex items-center gap-3">
      <Link
        className={arrow}
        to={hrefOf(monthOf(addDays(first, -1)))}
        preventScrollReset
        aria-label={words.say('catalog.calendar.previous')}
      >
        <IconChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <h2 className="min-w-36 text-center text-lg font-semibold" aria-live="polite">
        {words.day(first, 'month')}
      </h2>
      <Link
        className={arrow}
        to={hrefOf(nextMonth(month))}
        preventScrollReset
        aria-label={words.say('catalog.calendar.next')}
      >
        <IconChevronRight aria-hidden="true" className="size-5" />
      </Link>
    </div>
  );
}

function NewSession({ known, onSession }: { known: string[]; onSession(session: string): void }) {
  const { say } = useWords();
  const [time, setTime] = useState('');
  const [error, setError] = useState('');
  const add = (event: React.FormEvent) => {
    event.preventDefault();
    const session = time.slice(0, 5);
    if (!session) return setError(say('ui.field.required'));
    if (known.includes(session)) return setError(say('inventory.sessionKnown'));
    onSession(session);
  };
  return (
    <form noValidate onSubmit={add} className="grid gap-4">
      <InputField
        label={say('catalog.product.session')}
        hint={say('inventory.newSessionHint')}
        error={error}
        required
        type="time"
        className="sm:max-w-40"
        value={time}
        onValue={(text) => {
          setTime(text);
          setError('');
        }}
      />
      <Button type="submit" className="justify-self-end">
        {say('site.setting.addHost')}
      </Button>
    </form>
  );
}
