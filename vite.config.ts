import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // A page is few requests: one stylesheet for the product, one script for the libraries, one for the kit.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules|rolldown[\\/]runtime/, priority: 3 },
                { name: 'kit', test: /src[\\/](ui|platform|features[\\/]site[\\/](components|domain))/, priority: 2 },
                { name: 'booking', test: /src[\\/]features[\\/]booking[\\/](components|domain)/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
