// The supplier's plan for a SKU, from the supplier's catalogue (decision 0375), which is requested when the list is opened.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';

type Found = OutputOf<'consoleSupplyPlans'>;
type Plan = Found['list'][number];

const mostShown = 50;

/** `path`: of the SKU; `label` names it. */
export function ChoosePlan({ path, label }: { path: string; label: string }) {
  const { say } = useWords();
  const { change } = useEditor();
  const task = useTask();
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<Found>();
  const load = () => task.run(async () => setFound(await send('consoleSupplyPlans', {})));
  const show = () => {
    setOpen(true);
    if (!found) void load();
  };
  const pick = ({ sku, kind }: Plan) => {
    change(`${path}.planSku`, sku);
    change(`${path}.planKind`, kind);
    setOpen(false);
  };
  return (
    <>
      <Button variant="quiet" size="sm" className="mt-1" onClick={show}>
        {say('editing.plan.choose')}
        <span className="sr">{label}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('editing.plan.title')}>
        {task.busy && <p role="status">{say('ui.page.loading')}</p>}
        {task.problem && (
          <div className="grid gap-3">
            <CallProblem title={task.problem} />
            <Button variant="outline" className="justify-self-start" onClick={() => void load()}>
              {say('ui.problem.again')}
            </Button>
          </div>
        )}
        {found && !task.busy && <Plans found={found} onPick={pick} />}
      </Dialog>
    </>
  );
}

function Plans({ found: { ready, list }, onPick }: { found: Found; onPick(plan: Plan): void }) {
  const { say } = useWords();
  const [typed, setTyped] = useState('');
  if (!ready) return <Notice tone="warn" title={say('editing.plan.off')} />;
  if (list.length === 0) return <p>{say('editing.plan.none')}</p>;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = list.filter((plan) => {
    const text = `${plan.sku} ${plan.name} ${plan.about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div className="grid gap-3">
      <InputField
        label={say('editing.plan.search')}
        type="search"
        autoComplete="off"
        value={typed}
        onValue={setTyped}
      />
      {fits.length === 0 && <p role="status">{say('editing.plan.noMatch')}</p>}
      <ul className="grid gap-2">
        {fits.slice(0, mostShown).map((plan) => (
          <li key={plan.sku}>
            <button
              type="button"
              className="w-full rounded-lg border border-line px-4 py-3 text-left hover:border-brand hover:bg-tint"
              onClick={() => onPick(plan)}
            >
              <span className="flex flex-wrap justify-between gap-2">
                <strong className="min-w-0 break-words">{plan.name}</strong>
                <Badge tone="neutral">{say(`editing.planKind.${plan.kind}`)}</Badge>
              </span>
              <span className="block text-sm break-words text-quiet">{plan.about}</span>
              <span className="block font-mono text-xs break-all text-quiet">{plan.sku}</span>
            </button>
          </li>
        ))}
      </ul>
      {fits.length > mostShown && (
        <p className="text-sm text-quiet">{say('editing.plan.more', { count: fits.length - mostShown })}</p>
      )}
    </div>
  );
}
