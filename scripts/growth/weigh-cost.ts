// From measured points to what a number of owners needs: cores, disk, money, and what is used up first. This file has the assumptions and
// prices, which are printed with the result.

/** Milliseconds of processor time, and bytes. */
export type Point = {
  /** A buyer's whole way with all that follows. */
  orderHouse: number;
  orderPostgres: number;
  pageHouse: number;
  pagePostgres: number;
  orderBytes: number;
  mailBytes: number;
  ownerBytes: number;
  /** Share of a core that a process and the database use without visitors, and what each owner adds. */
  idle: number;
  idlePerOwner: number;
  memory: number;
  memoryPerOwner: number;
};

export const assumed = {
  ordersPerOwnerDay: 30,
  /** The busiest minute against the mean of the year. */
  peak: 10,
  pagesPerOrder: 40,
  /** How much of a core may be busy in the busiest minute. */
  busy: 0.5,
  years: 3,
};

/** Amazon EC2 and EBS on demand, us-east-1: m7g.large with 2 vCPU and 8 GB, and gp3. In dollars. */
export const prices = { machineHour: 0.0816, machineCores: 2, gigabyteMonth: 0.08, hoursPerMonth: 730 };

export const sources = {
  machine: 'https://www.factualminds.com/blog/amazon-ec2-on-demand-pricing-instance-families-2026/',
  disk: 'https://aws.amazon.com/ebs/pricing/',
};

export type Need = {
  owners: number;
  ordersYear: number;
  peakOrders: number;
  houseCores: number;
  postgresCores: number;
  gigabytes: number;
  machines: number;
  month: number;
  monthPerOwner: number;
};

const gigabyte = 1e9;

export function weigh(point: Point, owners: number): Need {
  const ordersYear = owners * assumed.ordersPerOwnerDay * 365;
  const peakOrders = (ordersYear / 365 / 86_400) * assumed.peak;
  const perOrder = (order: number, page: number) => (peakOrders * (order + assumed.pagesPerOrder * page)) / 1000;
  const idle = point.idle + point.idlePerOwner * owners;
  const houseCores = (perOrder(point.orderHouse, point.pageHouse) + idle / 2) / assumed.busy;
  const postgresCores = (perOrder(point.orderPostgres, point.pagePostgres) + idle / 2) / assumed.busy;
  // Mails end after a year, everything else stays.
  const orders = ordersYear * (assumed.years * (point.orderBytes - point.mailBytes) + point.mailBytes);
  const gigabytes = (orders + owners * point.ownerBytes) / gigabyte;
  // Two of each at least, so that none may fail alone; the standby is as large as the primary.
  const machines =
    Math.max(2, Math.ceil(houseCores / prices.machineCores)) +
    2 * Math.max(1, Math.ceil(postgresCores / prices.machineCores));
  const month = machines * prices.machineHour * prices.hoursPerMonth + 2 * gigabytes * prices.gigabyteMonth;
  return {
    owners,
    ordersYear,
    peakOrders,
    houseCores,
    postgresCores,
    gigabytes,
    machines,
    month,
    monthPerOwner: month / owners,
  };
}

/** What a curve of two points says of a third, as a power of the number of orders; never less than the last point. */
export function extend(points: { x: number; y: number }[], x: number): number {
  const [before, last] = points.slice(-2);
  if (!before || !last) return Number.NaN;
  const power = Math.max(0, Math.log(last.y / before.y) / Math.log(last.x / before.x));
  return last.y * (x / last.x) ** power;
}

/** The number of orders at which a curve passes `limit`. */
export function passes(points: { x: number; y: number }[], limit: number): number {
  const [before, last] = points.slice(-2);
  if (!before || !last) return Number.POSITIVE_INFINITY;
  const power = Math.log(last.y / before.y) / Math.log(last.x / before.x);
  return power <= 0.05 ? Number.POSITIVE_INFINITY : last.x * (limit / last.y) ** (1 / power);
}
