// Drivers (§2 wechat/driverinfo): the fields of a driver and their lengths, the same for the screen and the server.
import { checkValue, type FormRules } from './account-forms.ts';
import type { FieldProblems } from './errors.ts';

export type Driver = { name: string; areaCode: string; phone: string; plate: string; car: string; remark: string };

export const driverForm: FormRules & Record<keyof Driver, FormRules[string]> = {
  name: { kind: 'text', max: 50, required: true },
  areaCode: { kind: 'areaCode', max: 5 },
  /** Guests call it on the day. */
  phone: { kind: 'digits', max: 20, required: true },
  plate: { kind: 'text', max: 20 },
  car: { kind: 'text', max: 60 },
  remark: { kind: 'text', max: 255 },
};
const parts = Object.keys(driverForm) as (keyof Driver)[];

/** However many cars a line has. */
const mostOfLine = 20;

/** One driver for each active car; 0 when drivers may not be entered. */
export const mostDrivers = (standing: number): number => Math.min(standing, mostOfLine);

/** Trims and collapses spaces, and drops an area code without a number. */
export function tidyDriver(driver: Driver): Driver {
  const tidy = { ...driver };
  for (const part of parts) tidy[part] = driver[part].replace(/\s+/g, ' ').trim();
  return { ...tidy, areaCode: tidy.phone ? tidy.areaCode : '' };
}

/** Problems by path, such as `drivers.0.name`; expects tidied drivers. */
export function judgeDrivers(drivers: readonly Driver[], most: number): FieldProblems {
  const fields: FieldProblems = {};
  if (drivers.length > most) fields.drivers = { problem: 'tooMany', max: most };
  drivers.forEach((driver, at) => {
    for (const part of parts) {
      const { max } = driverForm[part];
      const problem = checkValue(driver[part], driverForm[part]);
      if (problem) fields[`drivers.${at}.${part}`] = { problem: problem === 'format' ? 'characters' : problem, max };
    }
    if (driver.phone && !driver.areaCode) fields[`drivers.${at}.areaCode`] = { problem: 'choose' };
  });
  return fields;
}
