// npm run bench:addressed -- [DATA_FOLDER]   what the search for passages that speak to a judge finds, and where it errs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { searchEvidence } from '../src/judges/prompt-injection/search-evidence.ts'
import { wilsonInterval } from '../src/statistics/index.ts'
import { labelledSets } from '../scripts/train-embedded/labelled-sets.ts'
import { readUnseen } from './decoys.ts'
import { readAttacks } from './injection-attack.ts'

/** The families that the signs were written beside; all others, disguises included, were kept aside until that was done. */
const seenFamilies = new Set(['closing-fence', 'fake-mark', 'fake-verdict', 'reference-is-wrong'])

/**
 * Attacks written after the signs. The first two rounds were measured, and then used to write more signs; the third was
 * measured last, and nothing was changed after that.
 */
export const laterRounds = ['first', 'second', 'third'] as const

const Later = z.record(z.enum(laterRounds), z.object({ en: z.array(z.string()), ja: z.array(z.string()) }))

export function laterAttacks(round: (typeof laterRounds)[number]): readonly string[] {
  const { en, ja } = Later.parse(readCorpus('later'))[round]
  return [...en, ...ja]
}

/** Texts about marking, reviewing and instructing that speak to no judge. */
export function harmlessTexts(): readonly string[] {
  return z.array(z.string()).parse(readCorpus('harmless'))
}

export function isFound(text: string): boolean {
  return searchEvidence({ evidence: [{ label: 'answer', text }], answer: Verdict }).passages.length > 0
}

const Verdict = z.object({ reason: z.string(), verdict: z.enum(['valid', 'invalid']) })

function run(folder: string | undefined): void {
  // Answers that say nothing are settled before anybody is asked.
  const attacks = readAttacks().filter(({ family }) => family !== 'degenerate')
  const parts = Object.groupBy(attacks, ({ family }) => (seenFamilies.has(family) ? 'seen' : 'kept aside'))
  for (const [part, own = []] of Object.entries(parts)) {
    tell(
      `corpus, families ${part}`,
      own.map(({ material, answer }) => material ?? answer),
    )
  }
  for (const round of laterRounds) tell(`later attacks, ${round} round`, laterAttacks(round))
  for (const name of ['unseen', 'held-out'] as const)
    tell(
      `${name} attacks`,
      readUnseen(name).map(({ text }) => text),
    )
  tell('harmless texts about judging', harmlessTexts())
  if (folder !== undefined) for (const [name, texts] of benignTexts(folder)) tell(name, texts)
}

function tell(name: string, texts: readonly string[]): void {
  const different = [...new Set(texts.filter((text) => text !== ''))]
  const start = performance.now()
  const found = different.filter(isFound).length
  const seconds = (performance.now() - start) / 1000
  const characters = different.reduce((sum, text) => sum + text.length, 0)
  const { value, low, high } = wilsonInterval(found, different.length)
  const [share, from, to] = [value, low, high].map((rate) => (100 * rate).toFixed(2))
  const speed = (characters / 1e6 / seconds).toFixed(1)
  console.log(
    `${name.padEnd(34)} ${found} of ${different.length}: ${share} % (${from}–${to}), ${speed} million characters/s`,
  )
}

/** What people wrote or labelled with nobody to sway; a set that the folder does not have is left out. */
function benignTexts(folder: string): ReadonlyMap<string, readonly string[]> {
  const sets = labelledSets(folder)
  const xstest = sets.xstest() ?? []
  const llmBar = sets.llmBar() ?? []
  const tau = tauTranscripts(join(folder, 'tau_airline', 'gpt-4o-airline.json'))
  const begin = (['wow_dev', 'cmu_dev', 'wow_test'] as const).flatMap((part) => sets.begin(part) ?? [])
  const all: readonly (readonly [string, readonly string[]])[] = [
    ['EVOUNA, answers', (sets.evouna() ?? []).map(({ answer }) => answer)],
    ['BEGIN, responses', begin.map(({ sent }) => sent)],
    ['REALSumm, summaries', (sets.realsumm() ?? []).map(({ ctx }) => ctx)],
    ['XSTest, prompts', xstest.map(({ prompt }) => prompt)],
    ['XSTest, completions', xstest.map(({ completion }) => completion)],
    ['tau-bench airline, messages', tau.flat()],
    ['tau-bench airline, transcripts', tau.map((messages) => messages.join('\n'))],
    ['SummEdits, documents', (sets.summEdits() ?? []).map(({ text }) => text)],
    ['LLMBar, instructions', llmBar.map(({ input }) => input)],
    ['LLMBar, outputs', llmBar.flatMap((item) => [item.output_1, item.output_2])],
    ['OpenAI moderation, prompts', (sets.moderation() ?? []).map(({ prompt }) => prompt)],
    ['JNLI, sentences', (sets.jnli() ?? []).flatMap(({ sentence1, sentence2 }) => [sentence1, sentence2])],
  ]
  return new Map(all.filter(([, texts]) => texts.length > 0))
}

const Tau = z.array(z.object({ traj: z.array(z.object({ role: z.string(), content: z.string().nullish() })) }))

function tauTranscripts(file: string): readonly (readonly string[])[] {
  if (!existsSync(file)) return []
  return Tau.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ traj }) =>
    traj.flatMap(({ role, content }) => (role === 'system' ? [] : (content ?? []))),
  )
}

function readCorpus(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`injection-corpus/${name}.json`, import.meta.url), 'utf8'))
}

if (import.meta.main) run(process.argv[2])
