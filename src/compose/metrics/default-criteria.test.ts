import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evaluate } from '../evaluate.ts'

const called = [{ name: 'find_order', args: { id: 'A1' } }]
const agent = () => ({ response: 'It is on its way.', toolCalls: called })

/** Plays a table against an agent that calls a tool with arguments; returns each case's verdict and scores. */
async function played(table: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'shinsa-defaults-'))
  writeFileSync(join(cwd, 'cases.csv'), table)
  const { results } = await evaluate({ cwd, dataset: 'cases.csv', agent, store: ':memory:' })
  rmSync(cwd, { recursive: true })
  return results.map(({ verdict, scores }) => [verdict, ...scores.map(({ metric }) => metric).filter(isCriterion)])
}

/** Efficiency is measured always. */
function isCriterion(metric: string): boolean {
  return ['tool_trajectory_avg_score', 'reference_match', 'response_match_score'].includes(metric)
}

it('asks a table that only names tools for their names, and for no answers that it does not have', async () => {
  expect(await played('question,expected_tools\nWhere is A1?,find_order\n')).toEqual([
    ['passed', 'tool_trajectory_avg_score'],
  ])
})

it('compares arguments where a call states them, also that there are none', async () => {
  const table =
    'question,expected_tools\na,"find_order(id=""A1"")"\nb,"find_order(id=""B2"")"\nc,find_order()\nd,cancel\n'
  expect((await played(table)).map(([verdict]) => verdict)).toEqual(['passed', 'failed', 'failed', 'failed'])
})

it('compares answers where there are some, and where nothing else is expected', async () => {
  const both = 'question,answer,expected_tools\nWhere is A1?,It is on its way.,find_order\n'
  expect(await played(both)).toEqual([['passed', 'tool_trajectory_avg_score', 'reference_match']])
  expect(await played('question,answer\nWhere is A1?,It is on its way.\n')).toEqual([['passed', 'reference_match']])
})

it('are stated alike in a run, wherever they come from', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'shinsa-defaults-'))
  writeFileSync(join(cwd, 'cases.csv'), 'question,answer,expected_tools\nWhere is A1?,It is on its way.,find_order\n')
  const stated = async (criteria?: object) => {
    writeFileSync(join(cwd, 'criteria.json'), JSON.stringify({ criteria }))
    const config = criteria === undefined ? undefined : 'criteria.json'
    const { run } = await evaluate({ cwd, dataset: 'cases.csv', agent, store: ':memory:', config })
    return run.plan.metrics.filter(({ name }) => isCriterion(name))
  }
  const given = { tool_trajectory_avg_score: { threshold: 1, ignoreArgs: 'unless-stated' }, reference_match: 1 }
  expect(await stated(given)).toEqual(await stated())
  const exact = { tool_trajectory_avg_score: { threshold: 1, match_type: 'EXACT' } }
  expect(await stated(exact)).toEqual(await stated({ tool_trajectory_avg_score: 1 }))
  const other = { tool_trajectory_avg_score: { threshold: 1, match_type: 'IN_ORDER' } }
  expect(await stated(other)).not.toEqual(await stated(exact))
  rmSync(cwd, { recursive: true })
})
