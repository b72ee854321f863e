// One of the items that a search found, as a list of radio buttons below its field.
import { useWords } from '../../use-words.ts';

type FoundItem = { id: string; name: string; detail: string };
type ChooseFoundProps = {
  /** Undefined until something was found. */
  found: FoundItem[] | undefined;
  legend: string;
  name: string;
  chosen: string;
  onPick(id: string, name: string): void;
};

export function ChooseFound({ found, legend, name, chosen, onPick }: ChooseFoundProps) {
  const { say } = useWords();
  return (
    <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
      <legend className="sr">{legend}</legend>
      {found?.map((item) => (
        <label
          key={item.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 hover:bg-canvas"
        >
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0 accent-brand"
            checked={chosen === item.id}
            onChange={() => onPick(item.id, item.name)}
          />
          <span className="min-w-0">
            {item.name} <span className="block text-sm wrap-anywhere text-quiet">{item.detail}</span>
          </span>
        </label>
      ))}
      {found?.length === 0 && <p className="text-sm text-quiet">{say('catalog.search.none')}</p>}
    </fieldset>
  );
}
