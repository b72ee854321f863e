// More filters (§2 search): days, price, duration, time of day, terms, language, rating, distance. A form that leads to an address.
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { languages } from '../../../domain/languages.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import { dayTimes, playLengths } from '../../../domain/search/choices.ts';
import { ChoiceField, InputField } from '../../parts/form/fields.tsx';
import { AllWords } from '../../parts/page/all-words.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { circles, leastStars, narrowKeys, type SearchInput } from './read-input.ts';
import type { SearchData } from './search-data.ts';
import { useAddress } from './use-address.ts';

type NarrowProps = { data: SearchData; onClose(): void };

export default function NarrowDialog(props: NarrowProps) {
  const { say } = useWords();
  return (
    <Dialog open onClose={props.onClose} title={say('catalog.search.more')}>
      <AllWords>
        <NarrowForm {...props} />
      </AllWords>
    </Dialog>
  );
}

type Draft = Record<string, string | undefined>;
type Problems = { to?: boolean; priceTo?: boolean };

function judge({ from, to, priceFrom, priceTo }: Draft): Problems {
  return {
    ...(from && to && to < from && { to: true }),
    ...(priceFrom && priceTo && Number(priceTo) < Number(priceFrom) && { priceTo: true }),
  };
}

function NarrowForm({ data, onClose }: NarrowProps) {
  const { say } = useWords();
  const address = useAddress();
  const navigate = useNavigate();
  const { input } = data;
  const { dates } = data.found;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...readDraft(input),
    ...(dates && { from: dates.from, to: dates.to }),
  }));
  const [problems, setProblems] = useState<Problems>({});
  const set = (changes: Draft) => {
    setDraft((now) => ({ ...now, ...changes }));
    // The reader is correcting a problem; it is checked again when the form is sent.
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = judge(draft);
    setProblems(found);
    if (found.to || found.priceTo) return;
    const sort = draft.lat === undefined && input.sort === 'distance' ? { sort: undefined } : {};
    navigate(
      address({
        ...Object.fromEntries(narrowKeys.map((key) => [key, draft[key] || undefined])),
        // The days of the words are among the fields now.
        ...(dates && { query: dates.rest || undefined }),
        ...sort,
        ...nearest(draft, input),
      }),
    );
    onClose();
  };
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <Days {...{ draft, set, problems }} />
      <Prices {...{ draft, set, problems }} />
      <Choices {...{ draft, set }} />
      <Nearby {...{ draft, set }} />
      <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-surface py-3">
        <Button variant="quiet" onClick={() => setDraft({})}>
          {say('catalog.narrow.clear')}
        </Button>
        <Button type="submit">{say('catalog.narrow.apply')}</Button>
      </div>
    </form>
  );
}

/** Sorts by distance if the reader gives a position, unless another order was chosen. */
const nearest = (draft: Draft, { lat, sort }: SearchInput): Draft =>
  draft.lat && lat === undefined && sort === 'default' ? { sort: 'distance' } : {};

function readDraft(input: SearchInput): Draft {
  const entries = input as Record<string, unknown>;
  return Object.fromEntries(
    narrowKeys.flatMap((key) =>
      entries[key] === undefined ? [] : [[key, entries[key] === true ? '1' : String(entries[key])]],
    ),
  );
}

type PartProps = { draft: Draft; set(changes: Draft): void };

function Days({ draft, set, problems }: PartProps & { problems: Problems }) {
  const { say } = useWords();
  return (
    <div className="grid grid-cols-2 gap-3">
      <InputField
        type="date"
        label={say('catalog.narrow.from')}
        value={draft.from ?? ''}
        onValue={(from) => set({ from })}
      />
      <InputField
        type="date"
        label={say('catalog.narrow.to')}
        value={draft.to ?? ''}
        onValue={(to) => set({ to })}
        {...(problems.to && { error: say('catalog.narrow.daysOrder') })}
      />
    </div>
  );
}

function Prices({ draft, set, problems }: PartProps & { problems: Problems }) {
  const { say } = useWords();
  const { currency } = useRoot();
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 9);
  return (
    <div className="grid grid-cols-2 gap-3">
      <InputField
        inputMode="numeric"
        label={say('catalog.narrow.priceFrom', { currency })}
        value={draft.priceFrom ?? ''}
        onValue={(text) => set({ priceFrom: digits(text) })}
      />
      <InputField
        inputMode="numeric"
        label={say('catalog.narrow.priceTo', { currency })}
        value={draft.priceTo ?? ''}
        onValue={(text) => set({ priceTo: digits(text) })}
        {...(problems.priceTo && { error: say('catalog.narrow.priceOrder') })}
      />
    </div>
  );
}

function Choices({ draft, set }: PartProps) {
  const { say, language } = useWords();
  const none = say('catalog.search.any');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <ChoiceField
          label={say('catalog.narrow.length')}
          options={playLengths}
          word="catalog.search.length"
          {...{ none, value: draft.length ?? '', onValue: (length: string) => set({ length }) }}
        />
        <ChoiceField
          label={say('catalog.narrow.time')}
          options={dayTimes}
          word="catalog.search.time"
          {...{ none, value: draft.time ?? '', onValue: (time: string) => set({ time }) }}
        />
        <ChoiceField
          label={say('catalog.narrow.spoken')}
          options={languages.map((code) => [code, nameLanguage(code, language)] as const)}
          {...{ none, value: draft.spoken ?? '', onValue: (spoken: string) => set({ spoken }) }}
        />
        <ChoiceField
          label={say('catalog.narrow.rating')}
          options={leastStars.map((count) => [String(count), say('catalog.search.stars', { count })] as const)}
          {...{ none, value: draft.rating ?? '', onValue: (rating: string) => set({ rating }) }}
        />
      </div>
      <div className="grid sm:grid-cols-2">
        <Checkbox
          label={say('catalog.card.freeCancel')}
          checked={draft.freeCancel === '1'}
          onValue={(on) => set({ freeCancel: on ? '1' : undefined })}
        />
        <Checkbox
          label={say('catalog.card.instant')}
          checked={draft.instant === '1'}
          onValue={(on) => set({ instant: on ? '1' : undefined })}
        />
      </div>
    </>
  );
}

/** The position is requested when the reader clicks the button; the address contains it to some hundred metres. */
function Nearby({ draft, set }: PartProps) {
  const { say, locale } = useWords();
  const [state, setState] = useState<'idle' | 'busy' | 'none'>('idle');
  const find = () => {
    setState('busy');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set({ lat: coords.latitude.toFixed(3), lng: coords.longitude.toFixed(3) });
        setState('idle');
      },
      () => setState('none'),
      { timeout: 10_000, maximumAge: 300_000 },
    );
  };
  if (!draft.lat)
    return (
      <div className="grid justify-items-start gap-1.5">
        <Button variant="outline" busy={state === 'busy'} onClick={find} className="icon icon-5 icon-pin">
          {say('catalog.narrow.nearMe')}
        </Button>
        <p role="status" className="text-sm text-quiet">
          {say(state === 'none' ? 'catalog.narrow.noPosition' : 'catalog.narrow.nearHint')}
        </p>
      </div>
    );
  const distance = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer' });
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      <ChoiceField
        label={say('catalog.search.nearYou')}
        none={say('catalog.narrow.anyDistance')}
        options={circles.map(
          (circle) => [String(circle), say('catalog.search.within', { distance: distance.format(circle) })] as const,
        )}
        value={draft.kilometres ?? ''}
        onValue={(kilometres: string) => set({ kilometres })}
      />
      <Button variant="quiet" onClick={() => set({ lat: undefined, lng: undefined, kilometres: undefined })}>
        {say('catalog.narrow.noPlace')}
      </Button>
    </div>
  );
}
