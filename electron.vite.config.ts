import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      minify: false,
      sourcemap: true,
      rollupOptions: { input: { cli: resolve('src/main/cli.ts') } },
    },
  },
  renderer: {
    build: {
      minify: true,
      // The page's policy lets fonts come from files only.
      assetsInlineLimit: 0,
      rollupOptions: { input: { index: resolve('src/renderer/index.html') } },
    },
  },
})
