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
 * keeps nothing. The same cases, agent and metric, in turns; medians.
 */
export async function run(): Promise<void> {
  if (!existsSync(join(peers, 'node_modules/braintrust')))
    execFileSync('npm', ['install', '--no-package-lock', '--ignore-scripts'], { cwd: peers, stdio: 'inherit' })
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    writeFileSync(join(folder, 'cases.jsonl'), casesOf(CASES))
    writeFileSync(join(folder, 'test_config.json'), '{"criteria": {"response_match_score": 0.5}}')
    writeFileSync(join(folder, 'agent.mjs'), agent)
    for (const rouge of ['ours', 'js-rouge'] as const) writeFileSync(join(folder, `${rouge}.mjs`), peer(rouge))
    const published = publish(join(folder, 'published'))
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
    console.log(`${CASES} cases that a function answers, ROUGE-1`)
    for (const [index, { name, aim }] of rows.entries()) {
      const peak = median((taken[index] ?? []).map(({ peakMiB }) => peakMiB))
      const ratio = (of(index) / of(0)).toFixed(2)
      console.log(
        `${name.padEnd(26)} ${of(index).toFixed(2)} s  ${ratio} × Braintrust  peak ${peak.toFixed(0)} MiB${aim}`,
      )
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function one(more: readonly string[]): readonly string[] {
  return ['run', 'cases.jsonl', '-t', './agent.mjs', '--fail-on', 'none', ...more]
}

const agent = `export default async (question) => 'The answer to ' + question + ' is that it was sent to Kyoto on Monday'\n`

function casesOf(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `${JSON.stringify({ question: `where order ${index} is`, answer: `Order ${index} was sent to Kyoto on Monday and arrives soon` })}\n`,
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
