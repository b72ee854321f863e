// The clock of a process may be set an hour forward or back: what the platform measures goes on as if nothing had been.
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TooFrequent } from '../../domain/errors.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makeTurns } from './database/take-turns.ts';

const hour = 3_600_000;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function setClock(byMilliseconds: number): void {
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + byMilliseconds);
}

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

describe('a clock that differs from that of the database', () => {
  it('is in the log and the figures until they agree again', async () => {
    const ahead = async () =>
      Number(/^clock_ahead_seconds (\S+)$/m.exec(await (await test.fetch('/metrics')).text())?.[1]);
    const logged = (text: string) => test.log.filter((line) => line.includes(text)).length;
    setClock(hour);
    await until(async () => logged('the clock of this process is not that of the database'), Boolean);
    expect(Math.abs((await ahead()) - 3600)).toBeLessThan(3);
    const waiting = 'what is due by the clock of this process';
    expect(logged(`${waiting} waits`)).toBe(1);
    await wait(2500);
    vi.restoreAllMocks();
    await until(async () => logged('the clocks agree again'), Boolean);
    expect(Math.abs(await ahead())).toBeLessThan(3);
    expect(logged(`${waiting} is done again`)).toBe(1);
    expect(logged('the clock of this process is not that of the database')).toBe(1);
  });
});

describe('a clock that is set', () => {
  it('forward does not end an upload that is on its way', async () => {
    const status = await new Promise<string>((resolve) => {
      const socket = connect(test.house.port, '127.0.0.1', async () => {
        socket.write(
          'POST /api/order/offlinepay/file HTTP/1.1\r\nHost: one.test\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n',
        );
        socket.write('x'.repeat(500));
        await wait(200);
        setClock(hour);
        await wait(4500);
        socket.write('x'.repeat(500));
      });
      socket.on('data', (part) => resolve(part.toString('utf8').slice(0, 12)));
      socket.on('close', () => resolve('closed'));
    });
    expect(status).toBe('HTTP/1.1 401');
  });

  it('back leaves a place that was stuck for a second closed no longer', async () => {
    const turns = makeTurns({ width: 2, mostWaiting: 5 });
    turns.close('row');
    setClock(-hour);
    const end = await turns.take('row');
    await expect(turns.take('row')).rejects.toThrow(TooFrequent);
    await wait(1200);
    const other = await turns.take('row');
    other();
    end();
  });
});
