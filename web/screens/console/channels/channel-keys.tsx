// The keys of a way to pay: each with the gateway's name for it and where to find it there. Of a saved key only the last letters are shown.
import { FormSection } from '../../../console-kit/section.tsx';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Channel, ChannelDraft } from './channel-draft.ts';

type ChannelKeysProps = {
  row: Channel;
  form: DraftForm<ChannelDraft>;
  dates: Record<string, string>;
  /** The result of trying the keys. */
  problems: Record<string, string>;
};

export function ChannelKeys({ row, form: { draft, fields, change }, dates, problems }: ChannelKeysProps) {
  const { say } = useWords();
  return (
    <FormSection title={say('payment.channelSetting.keys')} hint={say('payment.channelSetting.intro')}>
      {row.keys.map((key) => {
        const { name, label, looks, long, required, set, ending } = key;
        const path = `keys.${name}`;
        const problem = fields[path] ?? problems[path];
        const typed = draft.keys[name] ?? '';
        const shared = {
          label,
          hint: <KeyHint channel={row.channel} item={key} date={dates[name]} />,
          // The hint describes the format of the field; a problem replaces it.
          error: problem && (typed.trim() ? `${problem} (${looks})` : problem),
          required: required && !set,
          name: path,
          spellCheck: false,
          autoCapitalize: 'none',
          autoComplete: 'off',
          maxLength: 8000,
          placeholder: ending ? `•••• ${ending}` : undefined,
          value: typed,
          onValue: (text: string) => change({ keys: { ...draft.keys, [name]: text } }, path),
        };
        return long ? (
          <AreaField key={name} rows={3} className="font-mono text-sm break-all" {...shared} />
        ) : (
          <InputField key={name} className="font-mono text-sm" {...shared} />
        );
      })}
    </FormSection>
  );
}

type KeyHintProps = { channel: string; item: Channel['keys'][number]; date: string | undefined };

function KeyHint({ channel, item: { name, looks, set, ending }, date }: KeyHintProps) {
  const { say } = useWords();
  const state = !set
    ? say('payment.channelSetting.keyMissing')
    : date
      ? say('payment.channelSetting.keySet', { at: date })
      : say('payment.channelSetting.keyUnchanged');
  return (
    <>
      <span className="block">
        {say(`payment.channelHelp.${channel}.${name}`)} <code className="text-xs break-all">{looks}</code>
      </span>
      <span className="block text-ink">{state}</span>
      {ending && <span className="block text-ink">{say('payment.channelSetting.keyEnding', { ending })}</span>}
    </>
  );
}
