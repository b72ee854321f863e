// Accounts at platforms (decisions 0432, 0462, 0500, 0595). Connected by an admin, with keys that are not shown again.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { type Currency, currencies } from '../../../../domain/currencies.ts';
import {
  type AccountKey,
  type AccountSource,
  keyLengths,
  pricedSources,
  pushedSources,
  reportedSources,
  type StockSource,
  signedAccounts,
} from '../../../../domain/order-sources.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { ChoosePayer } from '../../../parts/console/choose-payer.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { DialogFoot } from '../../../ui/dialog-foot.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { PulledOrders } from './pulled-orders.tsx';
import { ReportedPlaces } from './reported-places.tsx';
import { UnreportedUses } from './unreported-uses.tsx';

type Found = OutputOf<'consoleMarketplaces'>;
type Account = Found['accounts'][number];

type Shown = {
  found: Found;
  sources: readonly AccountSource[];
  /** May connect and disconnect. */
  admin: boolean;
  isPulled?: boolean;
  words: DeskWords;
};

export function ConnectedAccounts({ found, sources, admin, isPulled = false, words }: Shown) {
  const { say } = useWords();
  const accounts = found.accounts.filter(({ source }) => sources.some((one) => one === source));
  const free = sources.filter((source) => !accounts.some((account) => account.source === source));
  return (
    <>
      <ul className="grid gap-2 empty:hidden">
        {accounts.map((account) => (
          <OneAccount key={account.source} account={account} admin={admin} isPulled={isPulled} words={words} />
        ))}
      </ul>
      {admin && free.length > 0 && (
        <DialogButton
          className="justify-self-start"
          text={say('marketplace.account.connect')}
          aria-label={
            words.colon(say('marketplace.account.connect')) +
            words.join(free.map((source) => say(`order.list.source.${source}`)))
          }
        >
          {(close) => <Connect sources={free} onClose={close} />}
        </DialogButton>
      )}
    </>
  );
}

type One = { account: Account; admin: boolean; isPulled: boolean; words: DeskWords };

function OneAccount({ account: row, admin, isPulled, words }: One) {
  const { source, account, partnerId, partnerName, usedAt, places, priceCurrency } = row;
  const { say } = useWords();
  const named = (
    <>
      {say(`order.list.source.${source}`)} · <code>{account}</code>
    </>
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="min-w-0 break-words">
        {named} ·{' '}
        <Link to={consolePaths.partner(partnerId)} className="font-medium text-brand hover:underline">
          {partnerName}
        </Link>
      </span>
      <span className="text-quiet">
        {usedAt ? say('marketplace.keyUsed', { at: words.at(usedAt) }) : say('marketplace.keyUnused')}
      </span>
      {admin && <AccountActs account={row} named={named} />}
      {row.closed && <Notice tone="bad" title={say('marketplace.account.closed')} />}
      {isPulled && <PulledOrders account={row} words={words} />}
      <UnreportedUses account={row} words={words} />
      {priceCurrency && (
        <span className="w-full text-quiet">{words.colon(say('marketplace.places.currency')) + priceCurrency}</span>
      )}
      {places && <ReportedPlaces source={source as StockSource} places={places} skus={row.skus} words={words} />}
      <Link to={consolePaths.channelMessages({ source })} className="font-medium text-brand hover:underline">
        {say('marketplace.messages.title')}
      </Link>
    </li>
  );
}

type ActsProps = { account: Account; named: ReactNode };

function AccountActs({ account: row, named }: ActsProps) {
  const { say } = useWords();
  const action = useAction();
  const { source, coming } = row;
  const isPushed = pushedSources.some((one) => one === source);
  const remove = (onDone: () => void) =>
    action.run(() => send('consoleChannelAccountDelete', { source: source as AccountSource }), { onDone });
  return (
    <>
      <DialogButton size="sm" text={say('marketplace.account.replace')}>
        {(close) => <Connect sources={[source as AccountSource]} before={row} onClose={close} />}
      </DialogButton>
      <DialogButton size="sm" text={say('marketplace.account.remove')}>
        {(close) => (
          <div className="grid gap-4">
            {action.problem && <Notice tone="bad" title={action.problem.text} />}
            <p className="break-words">{named}</p>
            <p>
              {say(isPushed ? 'marketplace.places.removeText' : 'marketplace.account.removeText', {
                platform: say(`order.list.source.${source}`),
              })}
            </p>
            {coming > 0 && <Notice tone="warn" title={say('marketplace.account.removeComing', { count: coming })} />}
            {reportedSources.some((one) => one === source) && <p>{say('marketplace.account.removeUses')}</p>}
            <DialogFoot
              danger
              act={say('marketplace.account.remove')}
              busy={action.busy !== undefined}
              onAct={() => remove(close)}
              onClose={close}
            />
          </div>
        )}
      </DialogButton>
    </>
  );
}

const sayLengths = (say: Words['say'], lengths: readonly number[] = []) =>
  say('marketplace.account.length', { lengths: lengths.join(' / ') });

/** `before`: the account that is connected; its keys are typed anew, the rest is there. */
type ConnectProps = { sources: readonly AccountSource[]; before?: Account; onClose(): void };

function useAccountForm({ sources, before, onClose }: ConnectProps) {
  const { say } = useWords();
  const noKeys = { aesKey: '', aesIv: '', signKey: '', appKey: '', session: '' };
  const { partnerId = '', account = '', priceCurrency } = before ?? {};
  return useDraft({
    initial: {
      ...{ source: sources[0] as AccountSource, partnerId, account, ...noKeys },
      priceCurrency: (priceCurrency ?? '') as Currency | '',
    },
    judge(draft) {
      const keys = Object.keys(signedAccounts[draft.source].keys) as AccountKey[];
      const missing = (['account', ...keys] as const).filter((name) => !draft[name].trim());
      const lengths = keyLengths[draft.source] ?? {};
      const odd = keys.filter(
        (name) => lengths[name] && !lengths[name].includes(new TextEncoder().encode(draft[name].trim()).length),
      );
      return {
        partnerId: draft.partnerId ? undefined : say('ui.field.choose'),
        ...Object.fromEntries(odd.map((name) => [name, sayLengths(say, lengths[name])])),
        ...Object.fromEntries(missing.map((name) => [name, say('ui.field.required')])),
      };
    },
    save: (draft) => send('consoleChannelAccountSave', draft),
    onDone: onClose,
  });
}

function Connect(props: ConnectProps) {
  const { sources, before, onClose } = props;
  const { say } = useWords();
  const form = useAccountForm(props);
  const { draft, fields } = form;
  const { account, keys } = signedAccounts[draft.source];
  const lengths = keyLengths[draft.source] ?? {};
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <p className="text-sm text-quiet">{say('marketplace.account.hint')}</p>
      {sources.length > 1 && (
        <ChoiceField
          label={say('marketplace.import.platform')}
          value={draft.source}
          options={sources.map((source) => [source, say(`order.list.source.${source}`)] as const)}
          onValue={(source) => form.change({ source }, 'source')}
        />
      )}
      <ChoosePayer
        partnerId={draft.partnerId}
        known={before && [before.partnerId, before.partnerName]}
        error={fields.partnerId}
        onChoose={(partnerId) => form.change({ partnerId }, 'partnerId')}
      />
      <InputField
        {...form.field('account')}
        label={say('marketplace.account.account', { name: account })}
        required
        maxLength={60}
      />
      {(Object.entries(keys) as [AccountKey, string][]).map(([key, name]) => (
        <InputField
          {...form.field(key)}
          key={key}
          label={say('marketplace.account.key', { name })}
          hint={lengths[key] && sayLengths(say, lengths[key])}
          required
          autoComplete="off"
        />
      ))}
      {pricedSources.some((source) => source === draft.source) && (
        <ChoiceField
          label={say('marketplace.places.currency')}
          hint={say('marketplace.places.currencyHint')}
          value={draft.priceCurrency}
          options={[
            ['', say('marketplace.places.noPrices')] as const,
            ...currencies.map((code) => [code, code] as const),
          ]}
          onValue={(priceCurrency) => form.change({ priceCurrency }, 'priceCurrency')}
        />
      )}
    </DialogForm>
  );
}
