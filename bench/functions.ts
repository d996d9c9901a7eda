import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Measured, measureCli, median, publish, root } from './measure.ts'

const CASES = Number(process.env['CASES'] ?? 10_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const peers = join(root, 'bench/peers')

/**
 * Cases that a function answers at once, with ROUGE-1: ours as published, everything stored, beside Braintrust's `Eval`, which
 * keeps nothing. The same cases, agent and metric, in turns; medians. Most of Braintrust's time is the package for ROUGE, so both
 * short answers and answers of a paragraph are measured, and its time with our ROUGE is shown.
 */
export async function run(): Promise<void> {
  if (!existsSync(join(peers, 'node_modules/braintrust')))
    execFileSync('npm', ['install', '--no-package-lock', '--ignore-scripts'], { cwd: peers, stdio: 'inherit' })
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    const published = publish(join(folder, 'published'))
    writeFileSync(join(folder, 'test_config.json'), '{"criteria": {"response_match_score": 0.5}}')
    for (const rouge of ['ours', 'js-rouge'] as const) writeFileSync(join(folder, `${rouge}.mjs`), peer(rouge))
    for (const words of [12, 100]) {
      writeFileSync(join(folder, 'cases.jsonl'), casesOf(CASES, words))
      writeFileSync(join(folder, 'agent.mjs'), agentWith(words))
      console.log(`${CASES} cases that a function answers with about ${words} words, ROUGE-1`)
      await compared(folder, published)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function compared(folder: string, published: readonly string[]): Promise<void> {
  const rows = [
    { name: 'Braintrust, with js-rouge', program: ['js-rouge.mjs'], args: [], aim: '' },
    { name: 'Braintrust, with our ROUGE', program: ['--conditions=shinsa-source', 'ours.mjs'], args: [], aim: '' },
    { name: 'shinsa run', program: published, args: one([]), aim: '  (aim: .45)' },
    { name: 'shinsa run -j 1', program: published, args: one(['-j', '1']), aim: '' },
    { name: 'shinsa run -j 64', program: published, args: one(['-j', '64']), aim: '' },
    { name: 'shinsa run -j 256', program: published, args: one(['-j', '256']), aim: '' },
  ]
  const taken = rows.map((): Measured[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { program, args }] of rows.entries()) {
      const measured = await measureCli(args, folder, undefined, { program })
      if (measured.exitCode !== 0) throw new Error(measured.stderr)
      taken[index]?.push(measured)
    }
  }
  const of = (index: number) => median((taken[index] ?? []).map(({ seconds }) => seconds))
  for (const [index, { name, aim }] of rows.entries()) {
    const peak = median((taken[index] ?? []).map(({ peakMiB }) => peakMiB))
    const ratio = (of(index) / of(0)).toFixed(2)
    console.log(
      `${name.padEnd(26)} ${of(index).toFixed(2)} s  ${ratio} × Braintrust  peak ${peak.toFixed(0)} MiB${aim}`,
    )
  }
}

function one(more: readonly string[]): readonly string[] {
  return ['run', 'cases.jsonl', '-t', './agent.mjs', '--fail-on', 'none', ...more]
}

const told =
  'it was sent to Kyoto on Monday and arrives soon since the carrier has it already and nothing is missing'.split(' ')

/** As many words, from the `first` one on. */
function wordsFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, at) => told[(first + at) % told.length]).join(' ')
}

function agentWith(words: number): string {
  return `export default async (question) => 'The answer to ' + question + ' is that ${wordsFrom(0, words - 8)}'\n`
}

function casesOf(count: number, words: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `${JSON.stringify({ question: `where order ${index} is`, answer: `Order ${index} ${wordsFrom(1, words - 2)}` })}\n`,
  ).join('')
}

/** Braintrust brings no ROUGE: with the package for it, and with our code, so that only what is around it differs. */
function peer(rouge: 'ours' | 'js-rouge'): string {
  const braintrust = pathToFileURL(join(peers, 'node_modules/braintrust/dist/index.mjs')).href
  const own = fileURLToPath(new URL('../src/text/index.ts', import.meta.url))
  const metric =
    rouge === 'ours'
      ? `import { rouge1, tokenizeDefault } from ${JSON.stringify(own)}
         const score = (output, expected) => rouge1(output, expected, tokenizeDefault).fmeasure`
      : `import { createRequire } from 'node:module'
         const { n } = createRequire(${JSON.stringify(join(peers, 'package.json'))})('js-rouge')
         const score = (output, expected) => n(output, expected, { n: 1 })`
  return `
    import { readFileSync } from 'node:fs'
    import { Eval } from ${JSON.stringify(braintrust)}
    ${metric}
    import agent from './agent.mjs'
    const rows = readFileSync('cases.jsonl', 'utf8').trim().split('\\n').map((line) => JSON.parse(line))
    await Eval('functions', {
      data: () => rows.map(({ question, answer }) => ({ input: question, expected: answer })),
      task: agent,
      scores: [({ output, expected }) => ({ name: 'rouge', score: score(output, expected) })],
      maxConcurrency: 8,
    }, { noSendLogs: true })
    process.exit(0)
  `
}
