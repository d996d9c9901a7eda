// Evaluates the three kinds of agents that ship, offline, and shows what a build would have seen: an ADK eval set, reviews of
// documents, and questions about runbooks. No model, no key: the embedded judge judges.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RunDocument } from 'shinsa/reporters'

type System = {
  readonly name: string
  readonly dataset: string
  readonly config?: string
  readonly expected: 0 | 1
}

const systems: readonly System[] = [
  // Some of its cases are meant to fail, so that the report has something to find.
  {
    name: 'ADK agent',
    dataset: 'examples/demo/tea-shop.evalset.json',
    config: 'examples/demo/shinsa.config.ts',
    expected: 1,
  },
  { name: 'document review', dataset: 'examples/document-review/en/quick_start_suite.json', expected: 0 },
  { name: 'runbook assistant', dataset: 'examples/runbook-assistant/eval_dataset.json', expected: 0 },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'shinsa-demo-'))
try {
  const ended = systems.map((system) => ({ system, ...run(system) }))
  console.log(`${table(ended.map(({ system, document }) => rowOf(system, document)))}\n`)
  const surprises = ended.filter(({ system, exitCode }) => exitCode !== system.expected)
  for (const { system, exitCode } of surprises) {
    console.log(`${system.name}: ended with exit code ${exitCode}, and the demo expected ${system.expected}.`)
  }
  if (surprises.length === 0) {
    console.log(
      'Some cases of the ADK agent really fail, so a build would have stopped there with exit code 1. All three ended as they should: exit code 0.',
    )
  }
  process.exitCode = surprises.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function run({ dataset, config }: System): { readonly exitCode: number; readonly document: RunDocument | undefined } {
  const args = ['run', dataset, ...(config === undefined ? [] : ['--config', config]), ...process.argv.slice(2)]
  console.log(`$ shinsa ${args.join(' ')}\n`)
  const output = join(folder, `${dataset.replaceAll('/', '-')}.run.json`)
  const { status } = spawnSync(
    process.execPath,
    [
      '--conditions=shinsa-source',
      'bin/shinsa.js',
      ...args,
      '--output',
      output,
      // An eval set leaves no such file.
      ...(config === undefined ? ['--result-file', `${output}.results.json`] : []),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  console.log()
  const document = existsSync(output) ? RunDocument.parse(JSON.parse(readFileSync(output, 'utf8'))) : undefined
  return { exitCode: status ?? 3, document }
}

function rowOf({ name }: System, document: RunDocument | undefined): readonly string[] {
  const summary = document?.run.summary
  if (summary === undefined) return [name, '–', '–', '–', 'no verdict']
  const { results, passRate, gate } = summary
  const rate =
    passRate === null
      ? '–'
      : `${Math.round(passRate.value * 100)} % (${Math.floor(passRate.low * 100)}–${Math.ceil(passRate.high * 100)} %)`
  const { total, evaluated = total, passed } = results
  return [name, String(total), String(evaluated), String(passed), rate, gate.passed ? 'open' : 'closed']
}

function table(rows: readonly (readonly string[])[]): string {
  const all = [['system', 'cases', 'evaluated', 'passed', 'rate (95 % interval)', 'gate'], ...rows]
  const widths = all[0]?.map((_head, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
