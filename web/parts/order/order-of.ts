// Steps of a booking after the form (§2 booking) belong to an order, which their address names.
import { redirect } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { signInFor } from '../../../domain/safe-path.ts';
import { visitor } from '../../call.ts';

/** The order that a step's address names; whoever opens a step without one is led to the orders, or to sign in. */
export function orderOf(params: URLSearchParams): string {
  const orderNo = params.get('order');
  if (!orderNo) throw redirect(visitor().signedIn ? paths.orders() : signInFor(visitor().path));
  return orderNo;
}
