// A usual run shows each behaviour; THOROUGH=1 (npm run test:thorough) shows it at both widths, for every kind of product and in bulk.
export const thorough = process.env.THOROUGH === '1';
