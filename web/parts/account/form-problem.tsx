// A refusal that names no field. If another person saved meanwhile (§8), a button loads the newest state.
import { refusals } from '../../../domain/errors.ts';
import { Button } from '../../ui/button.tsx';
import { CallProblem } from '../call-problem.tsx';
import type { Form } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';

export function FormProblem({ form, onReload }: { form: Form; onReload?(): void }) {
  const { say } = useWords();
  if (!form.problem) return null;
  return (
    <CallProblem code={form.code} title={say('ui.problem.notEdited')}>
      <p>{form.problem}</p>
      {onReload && form.code === refusals.changedMeanwhile && (
        <Button variant="outline" size="sm" className="mt-2" onClick={onReload}>
          {say('account.centre.reload')}
        </Button>
      )}
    </CallProblem>
  );
}
