// /404 and every address without a screen (§2).
import { data } from 'react-router';

export function loader(): never {
  throw data({ missing: true }, { status: 404 });
}

export default function ShowMissing() {
  return null;
}
