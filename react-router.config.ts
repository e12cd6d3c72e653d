import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // scripts/build.ts names a new folder each time and swaps it in when the build is complete.
  buildDirectory: process.env.BUILD_FOLDER ?? 'build/unnamed',
  ssr: true,
  splitRouteModules: false,
} satisfies Config
