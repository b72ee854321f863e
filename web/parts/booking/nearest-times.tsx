// Under a refused pick-up time: the nearest free ones, to choose with one click (§8).
import { Button } from '../../ui/button.tsx';
import { useWords } from '../use-words.ts';

type NearestTimesProps = { name: string; times: readonly string[]; onTake(time: string): void };

export function NearestTimes({ name, times, onTake }: NearestTimesProps) {
  const { say } = useWords();
  if ((name !== '407' && name !== 'flightArrivalTime') || !times.length) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      {say('order.booking.nearestTimes')}
      {times.map((time) => (
        <Button key={time} variant="outline" size="sm" onClick={() => onTake(time)}>
          {time}
        </Button>
      ))}
    </div>
  );
}
