// A traveller's nationality found by a part of its name, in the reader's language or in English (§7 nationality/search).
import { send } from '../../call.ts';
import { showValue } from '../booking/field-words.ts';
import { TypeToFind } from '../form/type-to-find.tsx';
import { useWords } from '../use-words.ts';

type PickNationalityProps = {
  label: string;
  name: string;
  /** Code of the country, '' for none. */
  value: string;
  error: string | undefined;
  hint: string | undefined;
  required: boolean;
  onChange(code: string): void;
  onLeave(): void;
};

const findNationalities = async (query: string) => (await send('searchNationality', { query })).list;

export function PickNationality({ value, onChange, ...rest }: PickNationalityProps) {
  const words = useWords();
  return (
    <TypeToFind
      value={value}
      shown={showValue('109', value, words)}
      placeholder={words.say('places.country.typing')}
      find={findNationalities}
      onPick={(found) => onChange(found?.code ?? '')}
      {...rest}
    />
  );
}
