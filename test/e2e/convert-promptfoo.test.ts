import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const config = `
description: capitals
prompts: ['The capital of {{country}}?']
providers: [openai:gpt-4o-mini]
tests:
  - vars: { country: [France, Norway] }
    assert:
      - { type: icontains-any, value: [paris, oslo] }
      - { type: is-json, value: { type: object, required: [city] } }
      - { type: javascript, value: 'JSON.parse(output).country === context.vars.country' }
      - { type: similar, value: Paris }
`
const agent = `export default (asked) => asked.includes('France') ? '{"city": "Paris", "country": "France"}' : 'Oslo'`

it('a config of promptfoo becomes an evaluation that runs, without zod in the project, with what is lost named', async () => {
  const project = newProject({ 'promptfooconfig.yaml': config, 'agent.mjs': agent })
  const converted = await project.runHere('convert', 'promptfooconfig.yaml', '--output', 'capitals.eval.ts')
  expect(converted.exitCode).toBe(0)
  expect(converted.stderr).toMatchInlineSnapshot(`
    "note: the assertion similar has no counterpart and is left out: test-1-1 (promptfooconfig.yaml:11), test-1-2 (promptfooconfig.yaml:11)
    note: who is asked is not taken over (openai:gpt-4o-mini): name the agent with --target
    "
  `)
  expect(readFileSync(join(project.folder, 'capitals.eval.ts'), 'utf8')).toContain('The capital of Norway?')

  const { exitCode, stdout } = await project.run('run', 'capitals.eval.ts', '--target', './agent.mjs')
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/1 of 2|1\/2/)
  expect(stdout).toContain('is-json said no (2 of 3 checks)')
})

it('results of promptfoo are no dataset, and say what to convert', async () => {
  const results = { evalId: 'eval-x', results: { version: 3, results: [{ response: { output: 'Oslo' } }] }, config: {} }
  const project = newProject({ 'results.json': JSON.stringify(results) })
  const { exitCode, stderr } = await project.runHere('run', 'results.json')
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('It looks like results of promptfoo')])
})

it('a config of promptfoo becomes no dataset, and hears why', async () => {
  const project = newProject({ 'promptfooconfig.yaml': config })
  const { exitCode, stderr } = await project.runHere('convert', 'promptfooconfig.yaml', '--output', 'cases.jsonl')
  expect(exitCode).toBe(2)
  expect(stderr).toContain('becomes an evaluation in code')
  expect(stderr).toContain('--output promptfoo.eval.ts')
})
