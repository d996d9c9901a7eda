import { type Plugin, mergeConfig } from 'vite'
import page from './vite.config.ts'
import { serverJa } from '../src/i18n/ja/server.ts'
import { shownJapanese } from '../src/i18n/shown-ja.ts'
import { pagesEn } from './src/words/pages-en.ts'
import { pagesJa } from './src/words/pages-ja.ts'
import { packed } from './src/words/shown-japanese.ts'

/** Components that ask a server to do something, which a report has not. */
const liveParts: Readonly<Record<string, string>> = {
  '/src/pages/case/your-verdict.tsx': 'YourVerdict',
  '/src/pages/case/case-from-result.tsx': 'CaseFromResult',
  '/src/pages/run/rerun/rerun-dialog.tsx': 'RerunDialog',
}

/** Sections of words that only pages of the server use. */
const liveWords = ['atlas', 'datasets', 'improve', 'labels', 'newRun', 'runbook', 'trend', 'try']
/** Sections of the reviews' words that a case in a report shows. */
const wordsOfReviews = ['report', 'decision']
const saysLiveWords = new RegExp(
  `\\bwords\\.(?:(?:${liveWords.join('|')})\\b|reviews\\.(?!${wordsOfReviews.join('|')}))`,
)

/** Leaves out what a file without a server cannot do: most of its readers have it sent to them. */
const withoutServer: Plugin = {
  name: 'without-server',
  enforce: 'pre',
  load(path) {
    const part = Object.entries(liveParts).find(([file]) => path.endsWith(file))?.[1]
    if (part !== undefined) return `export const ${part} = () => null`
    if (path.endsWith('/src/words/shown-japanese.ts')) return `export const { distances, texts } = ${ofReports()}`
    if (path.endsWith('/src/words/pages-en.ts')) return `export const pagesEn = ${sentencesOf(pagesEn)}`
    return path.endsWith('/src/words/pages-ja.ts') ? `export const pagesJa = ${sentencesOf(pagesJa)}` : null
  },
  transform(code, path) {
    if (/\.tsx?$/.test(path) && saysLiveWords.test(code))
      this.error(`${path} says words that a report does not have: see liveWords in vite.report.config.ts`)
    return null
  },
}

/** Without what a server answers. */
function ofReports(): string {
  const others = Object.entries(shownJapanese()).filter(([template]) => !Object.hasOwn(serverJa, template))
  return JSON.stringify(packed(Object.fromEntries(others)))
}

function sentencesOf({ reviews, ...words }: typeof pagesEn | typeof pagesJa): string {
  const left = Object.entries(words).filter(([section]) => !liveWords.includes(section))
  const ofReviews = Object.entries(reviews).filter(([part]) => wordsOfReviews.includes(part))
  return JSON.stringify(Object.fromEntries([...left, ['reviews', Object.fromEntries(ofReviews)]]))
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
