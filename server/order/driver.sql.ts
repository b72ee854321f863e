// Drivers (§2 wechat/driverinfo) of each line, one row per car, in the given order.
import { type Owner, rows, sql } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';

export type DriverRow = {
  sub_order_no: string;
  name: string;
  area_code: string;
  phone: string;
  plate: string;
  car: string;
  remark: string;
};

export function listDrivers(owner: Owner, subOrderNos: string[]): Promise<DriverRow[]> {
  return rows(
    owner,
    sql<DriverRow>`SELECT sub_order_no, name, area_code, phone, plate, car, remark FROM driver
      WHERE owner_id = ${owner.id} AND sub_order_no = ANY(${subOrderNos}) ORDER BY sub_order_no, position`,
  );
}

/** All of one line at once; the caller has locked the order's row. */
export async function replaceDrivers(
  owner: Owner,
  subOrderNo: string,
  list: Omit<DriverRow, 'sub_order_no'>[],
): Promise<void> {
  await sql`DELETE FROM driver WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo}`.execute(owner);
  await sql`INSERT INTO driver (owner_id, sub_order_no, position, name, area_code, phone, plate, car, remark)
    SELECT ${owner.id}, ${subOrderNo}, d.n - 1, d.one ->> 'name', d.one ->> 'area_code', d.one ->> 'phone', d.one ->> 'plate',
      d.one ->> 'car', d.one ->> 'remark'
    FROM jsonb_array_elements(${JSON.stringify(list)}::jsonb) WITH ORDINALITY AS d(one, n)`.execute(owner);
}

/** A line's own, as buyers and staff read them. */
export function driversOf(list: DriverRow[], subOrderNo: string) {
  return list
    .filter((row) => row.sub_order_no === subOrderNo)
    .map(({ name, area_code: areaCode, phone, plate, car, remark }) => ({ name, areaCode, phone, plate, car, remark }));
}

/** Distinguishes states of a line's drivers: a state that was replaced meanwhile is not mailed. */
export function markDrivers(list: DriverRow[]): string {
  return hashToken(JSON.stringify(list)).toString('hex').slice(0, 16);
}
