import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      minify: false,
      sourcemap: true,
      rollupOptions: { input: { cli: resolve('src/main/cli.ts'), index: resolve('src/main/index.ts') } },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script is CommonJS and may require nothing but Electron.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    // Keeps what a component knows while its code changes, in `npm run dev`.
    plugins: [react()],
    build: {
      minify: true,
      // The page's policy lets fonts come from files only.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: resolve('src/renderer/index.html') },
        // Mantine marks its files for servers that render React; here there is none.
        onwarn(warning, warn) {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
        },
      },
    },
  },
})
