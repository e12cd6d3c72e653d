import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('features/site/pages/home.tsx', { id: 'home' }),
  route('showingbooker', 'features/site/pages/home.tsx', { id: 'start' }),
  route('showingbooker/terms', 'features/site/pages/terms.tsx'),
  route('showingbooker/book/:property', 'features/booking/pages/book.tsx'),
  route('property/share/:slug', 'features/booking/pages/share.tsx'),
  route('showingbooker/booking/:token', 'features/booking/pages/booking.tsx'),
  route('showingbooker/pay/:token', 'features/booking/pages/pay.tsx'),
  route('showingbooker/pay/confirm/:token', 'features/sandbox/pages/confirm.tsx'),
  route('login', 'features/account/pages/login.tsx'),
  layout('features/dashboard/pages/dashboard.tsx', [
    route('overview', 'features/dashboard/pages/overview.tsx'),
    route('add', 'features/property/pages/add.tsx'),
    route('properties', 'features/property/pages/properties.tsx', [
      route(':id/edit', 'features/property/pages/edit.tsx'),
    ]),
    route('profile', 'features/account/pages/showing-profile.tsx'),
  ]),
  route('rd', 'features/dashboard/pages/short-path.tsx', { id: 'rd' }),
  route('account/showing-profile', 'features/dashboard/pages/short-path.tsx', { id: 'account-showing-profile' }),
  route('showingbooker/*', 'features/dashboard/pages/short-path.tsx', { id: 'showingbooker-else' }),
  route('api/docs', 'features/site/pages/api-docs.tsx'),
  route('dev/outbox', 'features/outbox/pages/outbox.tsx'),
  route('*', 'features/site/pages/not-found.tsx'),
] satisfies RouteConfig
