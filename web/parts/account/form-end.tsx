import { Fragment, type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Form } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';
import { FormProblem } from './form-problem.tsx';

type FormEndProps = { form: Form; act: string; back: string; onReload?: (() => void) | undefined };

/** The refusal of a form, and its two buttons: it is sent, or left. */
export function FormEnd({ form, act, back, onReload }: FormEndProps) {
  const { say } = useWords();
  return (
    <>
      <FormProblem form={form} onReload={onReload} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy}>
          {act}
        </Button>
        <LinkButton to={back} variant="outline" size="lg">
          {say('account.centre.cancel')}
        </LinkButton>
      </div>
    </>
  );
}

/** A form that starts again with the newest data if another person saved meanwhile. */
export function FreshForm({ children }: { children(reload: () => Promise<void>): ReactNode }) {
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const reload = async () => {
    await revalidate();
    setRound(round + 1);
  };
  return <Fragment key={round}>{children(reload)}</Fragment>;
}
