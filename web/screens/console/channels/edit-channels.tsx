// Ways to pay (§3 pay channels, rules §10, role finance): the settings of each, and a form for the one that the address names.

import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-channels';
import type { Channel } from './channel-draft.ts';
import { ChannelForm } from './channel-form.tsx';

const path = consolePaths.channels();

export async function loader({ request }: Route.LoaderArgs) {
  const channelName = new URL(request.url).searchParams.get('channel');
  const [channels, dates] = await Promise.all([load('consoleChannels', {}), load('consoleChannelDates', {})]);
  return { ...channels, dates, opened: channels.list.find((item) => item.channel === channelName) ?? null };
}

export default function EditChannels({ loaderData }: Route.ComponentProps) {
  const { list, levelNames, currencies, dates, opened } = loaderData;
  const words = useWords();
  const { say } = words;
  const { site } = useRoot();
  if (!opened)
    return (
      <div className="grid gap-4">
        <PageHeading text={say('payment.channelSetting.title')} />
        <ul className="grid gap-3 lg:grid-cols-2">
          {list.map((row) => (
            <li key={row.channel}>
              <ChannelCard row={row} />
            </li>
          ))}
        </ul>
      </div>
    );
  const ofChannel = dates.list.filter((item) => item.channel === opened.channel);
  if (!site) return null;
  return (
    <>
      <BackTo to={path} text={say('payment.channelSetting.title')} />
      <PageHeading className="mb-4 text-2xl font-bold" text={nameChannel(words, opened.channel)} />
      <ChannelForm
        key={opened.channel}
        row={opened}
        dates={Object.fromEntries(ofChannel.map(({ key, at }) => [key, words.instant(at, dates.zone)]))}
        currencies={currencies}
        ownCurrency={site.owner.currency}
        levelNames={levelNames}
      />
    </>
  );
}

function ChannelCard({ row }: { row: Channel }) {
  const words = useWords();
  const { say } = words;
  const { channel, active, ready, feePercent, currency, environment, trouble } = row;
  const name = nameChannel(words, channel);
  const unset = active ? !ready : !ready && row.keys.length > 0;
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="font-bold break-words">{name}</h2>
        <p className="flex flex-wrap items-center gap-2 text-sm text-quiet">
          <Badge tone={active ? 'good' : 'neutral'}>
            {say(active ? 'payment.channelSetting.state.on' : 'payment.channelSetting.state.off')}
          </Badge>
          {unset && <Badge tone="warn">{say('payment.channelSetting.state.unset')}</Badge>}
          {trouble && <Badge tone="bad">{say('payment.channelSetting.trouble')}</Badge>}
          {environment === 'sandbox' && (
            <Badge tone="warn">{say('payment.channelSetting.environmentOf.sandbox')}</Badge>
          )}
          {Number(feePercent) > 0 && <span>{say('payment.channelSetting.feeShort', { percent: feePercent })}</span>}
          {currency && <span>{currency}</span>}
        </p>
      </div>
      <LinkButton
        to={consolePaths.channels({ channel })}
        variant="outline"
        aria-label={say('payment.channelSetting.edit', { name })}
      >
        {say('export.wallet.setUp')}
      </LinkButton>
    </section>
  );
}
