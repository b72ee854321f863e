// A usual run tests each behaviour once; THOROUGH=1 (npm run test:thorough) tests it at both widths, for every kind of product and in bulk.
export const thorough = process.env.THOROUGH === '1';
