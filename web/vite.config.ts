import { defineConfig } from 'vite'

// Whoever builds it, tests included: the page is React's small and fast build.
process.env['NODE_ENV'] = 'production'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['shinsa-source', 'module', 'browser', 'production'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog(level, log, print) {
        // Of `use client`, which means nothing outside of servers that render.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log)
      },
    },
  },
})
