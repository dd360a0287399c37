import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: {
          cli: resolve('src/main/cli.ts'),
          index: resolve('src/main/index.ts'),
          // A process of its own.
          'voice-host': resolve('src/main/voice-host/index.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script must be CommonJS and can only require Electron.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    // React Fast Refresh: in `npm run dev`, components keep their state when their code changes.
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      minify: true,
      // The Content-Security-Policy of the page allows fonts from files only, not from data: URLs.
      assetsInlineLimit: 0,
      // One file of styles: a page whose code is loaded later needs nothing else.
      cssCodeSplit: false,
      // The page comes from the same machine.
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        input: { index: resolve('src/renderer/index.html') },
        output: {
          // Few files: asking for one costs a browser as much as reading some 20 kB of code. What pages share is put
          // together up to a size from which Today would load what it does not need.
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 3 },
              { name: 'checks', test: /node_modules[\\/]zod[\\/]/, minShareCount: 2, priority: 2 },
              { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6000 },
            ],
          },
          // What is shared is named after all that share it, otherwise.
          chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        },
        // Mantine's files begin with 'use client', which has a meaning only for server rendering.
        onwarn(warning, warn) {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
        },
      },
    },
  },
})
