import { type Plugin, mergeConfig } from 'vite'
import page from './vite.config.ts'
import { serverJa } from '../src/i18n/ja/server.ts'
import { shownJapanese } from '../src/i18n/shown-ja.ts'
import { firstJa } from './src/words/first-ja.ts'
import { pagesJa } from './src/words/pages-ja.ts'
import { packed } from './src/words/shown-japanese.ts'

/** Components that ask a server to do something, which a report has not. */
const liveParts: Readonly<Record<string, string>> = {
  '/src/pages/case/your-verdict.tsx': 'YourVerdict',
  '/src/pages/case/case-from-result.tsx': 'CaseFromResult',
  '/src/pages/run/rerun/rerun-dialog.tsx': 'RerunDialog',
}

/** Leaves out what a file without a server cannot do: most of its readers have it sent to them. */
const withoutServer: Plugin = {
  name: 'without-server',
  enforce: 'pre',
  load(path) {
    const part = Object.entries(liveParts).find(([file]) => path.endsWith(file))?.[1]
    if (part !== undefined) return `export const ${part} = () => null`
    if (path.endsWith('/src/words/shown-japanese.ts')) return `export const firstJapanese = '${firstHere}'`
    return path.endsWith('/src/words/pages-japanese.ts') ? `export const pagesJapanese = '${pagesHere}'` : null
  },
  renderChunk(code) {
    const said = code.replaceAll('\\', '')
    const saidIn = (japanese: Readonly<Record<string, string>>) =>
      Object.entries(japanese).filter(([english]) => said.includes(english))
    const ofServer = Object.entries(shownJapanese()).filter(([english]) => !Object.hasOwn(serverJa, english))
    return code
      .replace(quoted(firstHere), () => packedIn([...ofServer, ...saidIn(firstJa)]))
      .replace(quoted(pagesHere), () => packedIn(saidIn(pagesJa)))
  },
}

/** Where the Japanese comes of what the report says, once that is known. */
const [firstHere, pagesHere] = ['the Japanese of the first view', 'the Japanese of the pages']

function quoted(text: string): RegExp {
  return new RegExp(`(["'\`])${text}\\1`)
}

function packedIn(sentences: readonly (readonly [string, string])[]): string {
  return JSON.stringify(packed(Object.fromEntries(sentences)))
}

/** The page of a report that is one file: all of it in one script and one style, which the report takes in. */
export default mergeConfig(page, {
  plugins: [withoutServer],
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
