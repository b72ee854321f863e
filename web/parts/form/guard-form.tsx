// The question before a form with typed values is left.
import { useState } from 'react';
import { LeaveGuard } from './leave-guard.tsx';

/** The values that the form begins with are not lost, and while it is sent nobody is asked. With another `key` it begins again. */
export function GuardForm({ form: { values, busy } }: { form: { values: object; busy: boolean } }) {
  const typed = JSON.stringify(values);
  const [before] = useState(typed);
  return <LeaveGuard dirty={!busy && typed !== before} />;
}
