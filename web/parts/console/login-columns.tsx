// Columns of the logins of staff and of a supplier's people.
import type { Column } from '../../console-kit/list-table.tsx';
import type { DeskWords } from '../../console-kit/use-list-words.ts';
import { Badge } from '../../ui/pieces.tsx';

type ListedLogin = {
  active: boolean;
  passwordSet: boolean;
  firstPasswordUntil: string | null;
  secondFactor: boolean;
};

export const loginColumns = ({ say, at }: DeskWords) =>
  ({
    state: {
      ...{ key: 'status', label: say('console.status') },
      show: ({ active, passwordSet, firstPasswordUntil: until }) => (
        <>
          <Badge tone={active ? 'good' : 'bad'}>{say(active ? 'staff.active' : 'staff.inactive')}</Badge>
          {(until || !passwordSet) && (
            <span className="mt-1 block min-w-32 text-xs text-quiet">
              {until ? say('staff.firstPassword', { until: at(until) }) : say('supplier.noPassword')}
            </span>
          )}
        </>
      ),
    },
    factor: {
      ...{ key: 'factor', label: say('staff.factor') },
      show: ({ secondFactor: on }) => (
        <Badge tone={on ? 'good' : 'neutral'}>{say(on ? 'staff.factorOn' : 'staff.factorOff')}</Badge>
      ),
    },
  }) satisfies Record<string, Column<ListedLogin>>;
