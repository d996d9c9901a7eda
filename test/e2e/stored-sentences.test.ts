import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newProject, type Project } from './run-shinsa.ts'

// Written on 21 November 2026 by the first version that had judges, with the embedded one: an agent that answers wrongly,
// not at all, too late, what cannot be read, or throws; criteria that ADK's rules leave unevaluated; a judge that is gone.
const store = join(import.meta.dirname, '..', 'fixtures', 'stores', 'first-judged-runs.db')
const runs = ['early', 'early-compat', 'early-no-judge'] as const

function projectWithStore(): Project {
  return newProject({ '.shinsa/runs.db': readFileSync(store) })
}

describe('runs that the first version with judges stored, in Japanese', () => {
  it.each(runs)('has no English sentence in the report of %s', async (run) => {
    const project = projectWithStore()
    const values = await valuesOf(project, run)
    for (const command of [
      ['show', run, '--all'],
      ['export', run, '--format', 'markdown'],
      ['export', run, '--format', 'junit'],
    ]) {
      const { exitCode, stdout } = await project.runHere(...command, '--lang', 'ja')
      expect(exitCode).toBe(0)
      expect(englishSentences(stdout, values)).toEqual([])
    }
  })

  it('has none in what is shown of a case', async () => {
    const project = projectWithStore()
    const values = await valuesOf(project, 'early')
    const { cases } = await caseIds(project)
    for (const name of cases) {
      const { stdout } = await project.run('show', 'early', name, '--lang', 'ja')
      expect(englishSentences(stdout, values)).toEqual([])
    }
  })

  it('shows sentences that the code has reworded since', async () => {
    const project = projectWithStore()
    const { stdout } = await project.runHere('show', 'early-compat', '--lang', 'ja')
    expect(stdout).toContain('tool_trajectory_avg_score: 未評価: "SOMEHOW" は一致方法ではありません')
    expect((await project.runHere('show', 'early-no-judge', '--lang', 'ja')).stdout).toContain(
      '→ 応答は文字列、または response、toolCalls、events、usage、state、modelCalls を持つオブジェクトです',
    )
  })
})

async function caseIds(project: Project): Promise<{ readonly cases: readonly string[] }> {
  const { stdout } = await project.run('export', 'early', '--format', 'json')
  const { results } = JSON.parse(stdout) as { results: { evalCase: { id: string } }[] }
  return { cases: results.map(({ evalCase }) => evalCase.id) }
}

/** Every text of a run that is no sentence of the program: questions, answers, what a judge wrote, names. Longest first. */
async function valuesOf(project: Project, run: string): Promise<readonly string[]> {
  const { stdout } = await project.runHere('export', run, '--format', 'json')
  const values = [...textsIn(JSON.parse(stdout))].map(spaced).filter((text) => text.includes(' '))
  return [...new Set(values)].toSorted((a, b) => b.length - a.length)
}

function* textsIn(value: unknown, key = ''): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const isTemplate = name === 'text' && sentences.has(key)
    if (!isTemplate) yield* textsIn(inner, Array.isArray(value) ? key : name)
  }
}

const sentences = new Set(['reason', 'reasons', 'hint', 'notes', 'sentence'])

/** Three English words in a row that are none of the values; line breaks, marks of differences and escapes are no matter. */
function englishSentences(shown: string, values: readonly string[]): readonly string[] {
  let rest = spaced(shown.replaceAll(/\[-|-\]|\{\+|\+\}|\\(?=\|)/g, '').replaceAll('&quot;', '"'))
  for (const value of values) rest = rest.replaceAll(value, '□')
  return [...rest.matchAll(/(?:[a-z’']{2,} ){2,}[a-z’']{2,}/gi)].map(([words]) => words)
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
