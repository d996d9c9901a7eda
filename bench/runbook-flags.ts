import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { dangerousOperationIn } from '../src/packs/runbook/assistant/dangerous-operation-in.ts'
import { buildRunbookIndex, runbookAssistant } from '../src/packs/runbook/assistant/index.ts'
import { wilsonInterval } from '../src/statistics/index.ts'

const languages = ['ja', 'en'] as const
const flags = ['insufficient_evidence', 'ambiguous_query', 'dangerous_operation'] as const
type Flag = (typeof flags)[number]

const Row = z.object({
  id: z.string(),
  question: z.string(),
  expected_flags: z.record(z.enum(flags), z.boolean()),
})

export type FlaggedQuestion = z.infer<typeof Row> & {
  readonly raised: Readonly<Record<Flag, boolean>>
  readonly topScore: number | undefined
}

/** Precision and recall of each flag over the questions that it was made with, and over those that it was not. */
export async function run(): Promise<void> {
  for (const [what, prefix] of [
    ['questions that the rules were made with', ''],
    ['held-out questions', 'held-out-'],
  ] as const) {
    const asked = (await Promise.all(languages.map((language) => askAll(language, prefix)))).flat()
    console.log(`\n${what}: ${asked.length} (aim: at least 0.95 each; 95 % intervals)`)
    for (const flag of flags) console.log(lineOf(flag, asked))
    for (const { id, question, expected_flags, raised, topScore } of asked) {
      const wrong = flags.filter((flag) => expected_flags[flag] !== raised[flag])
      const signs = wrong.map((flag) => `${raised[flag] ? 'wrongly' : 'missed'} ${flag}`)
      // Who reads a question that was held out begins to tune with it.
      const said = prefix === '' ? `  ${question}` : ''
      if (wrong.length > 0) console.log(`  ${id}  ${signs.join(', ')}  (top ${topScore?.toFixed(2) ?? '–'})${said}`)
    }
  }
  for (const [what, name] of [
    ['requests that the list of operations was made with', 'requests'],
    ['held-out requests', 'held-out-requests'],
  ] as const)
    await printRequests(what, name)
}

const Request = z.object({ request: z.string(), language: z.enum(languages), dangerous: z.boolean() })

/** What is dangerous outside of incident response: recall and false alarms of the list alone, by language. */
async function printRequests(what: string, name: string): Promise<void> {
  const text = await readFile(new URL(`runbook-questions/${name}.jsonl`, import.meta.url), 'utf8')
  const requests = text
    .trim()
    .split('\n')
    .map((line) => Request.parse(JSON.parse(line)))
  console.log(`\n${what}: ${requests.length} (95 % intervals)`)
  for (const language of languages) {
    const own = requests.filter((request) => request.language === language)
    const flagged = (dangerous: boolean) => {
      const those = own.filter((request) => request.dangerous === dangerous)
      return share(those.filter(({ request }) => dangerousOperationIn(request) !== undefined).length, those.length)
    }
    console.log(`  ${language}  recall ${flagged(true)}  false alarms ${flagged(false)}`)
  }
}

/** What the assistant without a model says of each question of a file, with the runbooks that ship. */
export async function askAll(language: 'ja' | 'en', prefix: '' | 'held-out-'): Promise<readonly FlaggedQuestion[]> {
  const at = await mkdtemp(join(tmpdir(), 'runbook-flags-'))
  try {
    const folder = fileURLToPath(new URL(`../examples/runbook-assistant/runbooks/${language}/`, import.meta.url))
    const index = await buildRunbookIndex(folder, { at, now: () => new Date() })
    const assistant = runbookAssistant({ index, random: Math.random })
    const file = new URL(`runbook-questions/${prefix}${language}.jsonl`, import.meta.url)
    const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
    const asked: FlaggedQuestion[] = []
    for (const row of rows.map((line) => Row.parse(JSON.parse(line)))) {
      const { flags: raised, topScore } = await assistant.ask(row.question, { signal: new AbortController().signal })
      asked.push({ ...row, raised, topScore })
    }
    return asked
  } finally {
    await rm(at, { recursive: true })
  }
}

function lineOf(flag: Flag, asked: readonly FlaggedQuestion[]): string {
  const expected = asked.filter(({ expected_flags }) => expected_flags[flag])
  const raised = asked.filter((question) => question.raised[flag])
  const right = raised.filter(({ expected_flags }) => expected_flags[flag]).length
  return `  ${flag.padEnd(22)} precision ${share(right, raised.length)}  recall ${share(right, expected.length)}`
}

function share(part: number, whole: number): string {
  if (whole === 0) return 'not measured'
  const { value, low, high } = wilsonInterval(part, whole)
  return `${value.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}, ${part}/${whole})`
}
