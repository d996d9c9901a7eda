import { mergeConfig } from 'vite'
import page from './vite.config.ts'

/** The page of a report that is one file: all of it in one script and one style, which the report takes in. */
export default mergeConfig(page, {
  build: {
    outDir: '../dist/report',
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: `${import.meta.dirname}/src/report.tsx`,
      output: {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: 'report.js',
        assetFileNames: 'report[extname]',
      },
    },
  },
})
