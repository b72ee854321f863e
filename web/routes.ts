// The whole route table of §2 that this release answers. Paths are the spec's.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('screens/shop-layout.tsx', [
    index('screens/home/show-home.tsx'),
    route('search', 'screens/search/show-search.tsx'),
    route('search/:id', 'screens/product/show-product.tsx', { id: 'product-short' }),
    route('tours/:country/:city/:id', 'screens/product/show-product.tsx', { id: 'product-long' }),
    route('notice', 'screens/notice/list-notices.tsx'),
    route('login', 'screens/login/sign-in.tsx'),
    route('booking/order', 'screens/booking/fill-order.tsx'),
    route('booking/pay', 'screens/booking/pay-order.tsx'),
    route('booking/complete', 'screens/booking/show-result.tsx'),
    route('uc', 'screens/uc/open-account.tsx'),
    route('uc/order', 'screens/uc/list-orders.tsx'),
    route('uc/order/:orderNo', 'screens/uc/show-order.tsx'),
    route('uc/setPassword', 'screens/uc/set-password.tsx'),
    route('404', 'screens/error/show-missing.tsx', { id: 'missing' }),
    route('*', 'screens/error/show-missing.tsx', { id: 'catch-all' }),
  ]),
  route('console/login', 'screens/console/sign-in-staff.tsx'),
  layout('screens/console/console-layout.tsx', [
    route('console', 'screens/console/show-queues.tsx'),
    route('console/orders', 'screens/console/list-all-orders.tsx'),
    route('console/orders/:orderNo', 'screens/console/handle-order.tsx'),
    route('console/mails', 'screens/console/list-mails.tsx'),
    route('console/mails/:id', 'screens/console/read-mail.tsx'),
  ]),
] satisfies RouteConfig;
